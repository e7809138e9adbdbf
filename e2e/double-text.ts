import type { Page } from '@playwright/test'

/** Doubles the size of all text that is shown, as some browsers do on request. */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('body, body *:not(script, svg, svg *)')]
    const sizes = elements.map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      return [Number.parseFloat(fontSize), Number.parseFloat(lineHeight)] as const
    })
    for (const [index, element] of elements.entries()) {
      const [font = 0, line = 0] = sizes[index] ?? []
      element.style.fontSize = `${font * 2}px`
      if (line) element.style.lineHeight = `${line * 2}px`
    }
  })
