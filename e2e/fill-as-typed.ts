import type { BrowserContext } from '@playwright/test'

/**
 * Lets `fill` change a text as a keyboard does. Playwright sets the value from the page here, which React takes for its own change and does not
 * notice.
 */
export async function fillAsTyped(context: BrowserContext) {
  if (context.browser()?.browserType().name() !== 'firefox') return
  await context.addInitScript(() =>
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => document.execCommand('insertText', false, text),
      set: () => {},
    }),
  )
}
