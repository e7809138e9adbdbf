import { healthCalls } from '../../contract/health.ts'
import { healthSchemas } from '../../contract/schemas/health.ts'
import type { Mount } from '../http/endpoint.ts'
import { unavailable } from '../http/errors.ts'

export function healthRoutes<User>(mount: Mount<User>, isReady: () => Promise<boolean>) {
  // A supervisor that gets no answer from a busy server would kill it.
  mount(healthCalls.live, healthSchemas.live, () => ({ status: 'ok' as const }), {
    alwaysAnswered: true,
    anyHost: true,
  })
  mount(
    healthCalls.ready,
    healthSchemas.ready,
    async () => {
      if (!(await isReady())) throw unavailable()
      return { status: 'ok' as const }
    },
    { anyHost: true },
  )
}
