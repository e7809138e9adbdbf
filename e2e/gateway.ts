import { startProxy } from './proxy.ts'
import { test as base } from './taskdeck.ts'

/** All requests pass a proxy that can be told to fail. Errors that the browser logs about that are expected. */
export const test = base.extend<{ gateway: Awaited<ReturnType<typeof startProxy>> }>({
  gateway: async ({ taskdeck }, use) => {
    const proxy = await startProxy(() => taskdeck.origin)
    await use(proxy)
    await proxy.close()
  },
  baseURL: async ({ gateway }, use) => use(`${gateway.origin}/taskdeck/`),
  complaints: async ({ complaints }, use) => {
    await use(complaints)
    complaints.length = 0
  },
})
