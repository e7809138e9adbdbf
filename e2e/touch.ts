import type { Locator, Page } from '@playwright/test'

/** The phone of the tests: 390 px wide, with a touch screen. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Whether the page has the layout of a phone. */
export const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 992

/** A finger on the page. */
export async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    /** Puts the finger on the middle of an element and moves it to the side, without lifting it. */
    drag: async (element: Locator, dx: number) => {
      const box = await element.boundingBox()
      if (!box) throw new Error('The element is not on the screen.')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await send('touchStart', { x, y })
      for (const part of [0.3, 0.6, 1]) await send('touchMove', { x: x + dx * part, y })
    },
    press: async (element: Locator) => {
      const box = await element.boundingBox()
      if (!box) throw new Error('The element is not on the screen.')
      await send('touchStart', { x: box.x + box.width / 2, y: box.y + box.height / 2 })
    },
    lift: () => send('touchEnd'),
  }
}
