import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { unavailable } from '../http/error-meaning.ts'

export function healthRoutes(mount: Mount, isReady: () => Promise<boolean>) {
  // A supervisor would kill a busy server that does not respond.
  mount(api.health.live, () => ({ status: 'ok' as const }), {
    alwaysAnswered: true,
    anyHost: true,
  })
  mount(
    api.health.ready,
    async () => {
      if (!(await isReady())) throw unavailable()
      return { status: 'ok' as const }
    },
    { anyHost: true },
  )
}
