import { expect } from '@playwright/test'
import { findWebKit } from '../scripts/test-programs.mjs'
import { startProcess } from '../test/process.ts'
import { freePort } from './free-port.ts'

/** The journeys in WebKitGTK; none if it is not installed. */
export const webKitProjects = () => (findWebKit() ? [{ name: 'webkit', grep: /@webkit-only/ }] : [])

/** The name of an element in the answers of WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Keys as WebDriver names them. */
export const keys = { enter: '\uE007', escape: '\uE00C', control: '\uE009' }

/** Starts WebKitGTK on a display of its own. Playwright cannot drive it, so this speaks WebDriver, with what the journeys need. */
export async function startWebKit() {
  const display = startProcess('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'])
  const [, number = ''] = await display.said(/^(\d+)$/m)
  const port = await freePort()
  const driver = startProcess('WebKitWebDriver', [`--port=${port}`], { env: { DISPLAY: `:${number}` } })
  let session = ''

  async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, init)
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (value?.error) throw new Error(`WebDriver: ${value.error}: ${value.message}`)
    return value as unknown
  }

  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  const created = (await ask('POST', '', { capabilities: {} })) as { sessionId: string }
  session = `/${created.sessionId}`
  const find = (css: string) => ask('POST', '/element', { using: 'css selector', value: css })
  const press = (actions: object[]) => ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] })

  return {
    open: (url: string) => ask('POST', '/url', { url }),
    reload: () => ask('POST', '/refresh', {}),
    /** The value that a function body returns in the page. */
    run: (script: string) => ask('POST', '/execute/sync', { script, args: [] }),
    async type(css: string, text: string) {
      const found = (await find(css)) as Record<string, string>
      await ask('POST', `/element/${found[elementKey]}/value`, { text })
    },
    /** Presses keys one after another, or one with others that are held. */
    press: (key: string, ...held: string[]) =>
      press([
        ...held.map((value) => ({ type: 'keyDown', value })),
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
        ...held.map((value) => ({ type: 'keyUp', value })),
      ]),
    cookies: () => ask('GET', '/cookie') as Promise<{ name: string; value: string }[]>,
    async stop() {
      await ask('DELETE', '')
      await driver.stop()
      await display.stop()
    },
  }
}
