import { expect, test } from 'vitest'
import { apiCalls } from '../src/contract/calls/api.ts'
import viteConfig from '../vite.config.ts'

test('in development, every address of the server is passed on to it, and none of the web app', async () => {
  const { server, base } = await viteConfig({ command: 'serve', mode: 'development' })
  const passedOn = Object.keys(server?.proxy ?? {})
  // As Vite compares them.
  const isPassedOn = (path: string) => passedOn.some((start) => path.startsWith(start))
  const others = ['/docs/', '/openapi.json', '/cli/taskdeck.mjs']
  const addresses = [...apiCalls.map(({ path }) => path), ...others]
  expect(addresses.filter((path) => !isPassedOn(path))).toEqual([])
  expect(addresses).toContain('/hooks/git/:id')
  expect([base, '/taskdeck/src/main.tsx', '/@vite/client'].filter((path) => isPassedOn(String(path)))).toEqual([])
})
