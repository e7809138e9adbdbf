import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { unavailable } from '../http/error-meaning.ts'
import type { KnownBuild } from '../settings/build.ts'

interface Dependencies {
  isReady: () => Promise<boolean>
  build: KnownBuild
}

export function healthRoutes(mount: Mount, { isReady, build }: Dependencies) {
  // A supervisor would kill a busy server that does not respond.
  mount(api.health.live, () => ({ status: 'ok' as const, ...build }), {
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
