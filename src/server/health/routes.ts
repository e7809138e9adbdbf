import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import { readsOnly, unavailable } from '../http/error-meaning.ts'
import type { KnownBuild } from '../settings/build.ts'
import type { Readiness } from './readiness.ts'

interface Dependencies {
  canRead: Readiness
  canWrite: Readiness
  build: KnownBuild
}

/** While a commit hangs, a balancer must know soon that the server can be read. */
const maxWriteWaitMs = 1_000

export function healthRoutes(mount: Mount, { canRead, canWrite, build }: Dependencies) {
  // A supervisor would kill a busy server that does not respond.
  mount(api.health.live, () => ({ status: 'ok' as const, ...build }), {
    alwaysAnswered: true,
    anyHost: true,
  })
  mount(
    api.health.ready,
    async () => {
      const [isReadable, write] = await Promise.all([canRead(), canWrite(maxWriteWaitMs)])
      if (!isReadable) throw unavailable()
      return { status: 'ok' as const, write }
    },
    { anyHost: true },
  )
  mount(
    api.health.writable,
    async () => {
      if (!(await canWrite())) throw (await canRead()) ? readsOnly() : unavailable()
      return { status: 'ok' as const }
    },
    { anyHost: true },
  )
}
