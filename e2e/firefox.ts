import { createRequire } from 'node:module'
import { findFirefox } from '../scripts/test-programs.mjs'

interface Message {
  id: number
  method: string
}

interface Socket {
  send(data: string, ...rest: unknown[]): void
  emit(event: 'message', data: Buffer, isBinary: boolean): void
}

/** The WebSockets of Playwright. */
const { ws } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle') as { ws: { prototype: Socket } }

/**
 * Answers the command that Playwright sends for each context and that this Firefox does not have yet: colour scheme and motion are preferences
 * here (decision 095).
 */
function answerUnknownCommand() {
  const { send } = ws.prototype
  ws.prototype.send = function (data, ...rest) {
    const { id, method } = JSON.parse(data) as Message
    if (method !== 'emulation.setMediaFeaturesOverride') return send.call(this, data, ...rest)
    const answer = Buffer.from(JSON.stringify({ type: 'success', id, result: {} }))
    queueMicrotask(() => this.emit('message', answer, false))
  }
}

/** The project of the tests that also run in Debian's Firefox, over WebDriver BiDi; none if it is not installed. */
export function firefoxProjects() {
  const executablePath = findFirefox()
  if (!executablePath) return []
  answerUnknownCommand()
  const launchOptions = {
    executablePath,
    firefoxUserPrefs: {
      'ui.systemUsesDarkTheme': 0,
      'ui.prefersReducedMotion': 1,
      // A mouse, which points finely and can hover.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      // What Firefox would ask its maker.
      'app.normandy.enabled': false,
      'nimbus.rollouts.enabled': false,
      'services.settings.server': 'data:,#',
    },
  }
  return [
    {
      name: 'firefox',
      grep: /@firefox/,
      use: {
        browserName: 'firefox' as const,
        channel: 'moz-firefox',
        viewport: { width: 1440, height: 900 },
        launchOptions,
      },
    },
  ]
}
