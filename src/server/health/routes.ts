import { healthCalls } from '../../contract/health.ts'
import { healthSchemas } from '../../contract/schemas/health.ts'
import { ping } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import type { Mount } from '../http/endpoint.ts'
import { unavailable } from '../http/errors.ts'

export function healthRoutes<User>(mount: Mount<User>, database: Database) {
  // A supervisor that gets no answer from a busy server would kill it.
  mount(healthCalls.live, healthSchemas.live, () => ({ status: 'ok' as const }), {
    alwaysAnswered: true,
    anyHost: true,
  })
  mount(
    healthCalls.ready,
    healthSchemas.ready,
    async () => {
      if (!database.ready) throw unavailable()
      await ping(database)
      return { status: 'ok' as const }
    },
    { anyHost: true },
  )
}
