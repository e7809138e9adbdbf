import type { Page } from '@playwright/test'
import { newId } from '../src/contract/new-id.ts'
import { expect, test } from './taskdeck.ts'
import { addTasks, dayFromNow, live } from './tasks.ts'

/** A focused element, and the ring around it. */
interface Ring {
  name: string
  /** The same for elements that look alike. */
  kind: string
  x: number
  y: number
  width: number
  height: number
  color: string
  isRound: boolean
}

/** The element with the focus and its ring; null at the end of the page. The ring may be that of the field or label around it. */
const focusedRing = (page: Page) =>
  page.evaluate((): Ring | null => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const name = `${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.trim().slice(0, 40)
    const kind = `${element.tagName} ${element.getAttribute('class')} ${element.parentElement?.getAttribute('class')}`
    const around = [element, element.closest('label'), element.closest('[class*="box"], [data-search-field]')]
    for (let parent = element.parentElement; parent && around.length < 8; parent = parent.parentElement)
      around.push(parent)
    const owner = around.find((one) => {
      const style = one && getComputedStyle(one)
      return (
        style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2 && style.opacity !== '0'
      )
    })
    // Several lines of text, or a bar of a chart, have a ring of their own kind.
    if (element.closest('svg') || (owner && owner.getClientRects().length > 1))
      return { name, kind, x: 0, y: 0, width: 0, height: 0, color: '', isRound: true }
    if (!owner) return { name, kind, x: 0, y: 0, width: 0, height: 0, color: 'none', isRound: true }
    const { outlineOffset, outlineWidth, outlineColor, borderRadius } = getComputedStyle(owner)
    const middle = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2
    const { x, y, width, height } = owner.getBoundingClientRect()
    const isRound = Number.parseFloat(borderRadius) > Math.min(width, height) / 3 || borderRadius.includes('%')
    return {
      name,
      kind,
      x: x - middle,
      y: y - middle,
      width: width + 2 * middle,
      height: height + 2 * middle,
      color: outlineColor,
      isRound,
    }
  })

/** The sides of a ring that cannot be seen as a whole, read from a picture of the page. */
async function cutSides(page: Page, reader: Page, ring: Ring): Promise<string[]> {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'initial' })
  return reader.evaluate(
    async ({ bytes, ring: { x, y, width, height, color, isRound } }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob())
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!context) return ['no picture']
      context.drawImage(image, 0, 0)
      const wanted = color.match(/[\d.]+/g)?.map(Number) ?? []
      const isRing = (left: number, top: number) =>
        [-1, 0, 1].some((dx) =>
          [-1, 0, 1].some((dy) => {
            const { data } = context.getImageData(Math.round(left + dx), Math.round(top + dy), 1, 1)
            return [0, 1, 2].every((part) => Math.abs((data[part] ?? 0) - (wanted[part] ?? 0)) < 40)
          }),
        )
      const along = isRound ? [0.5] : [0.25, 0.4, 0.5, 0.6, 0.75]
      const sides: Record<string, (part: number) => boolean> = {
        top: (part) => isRing(x + width * part, y),
        bottom: (part) => isRing(x + width * part, y + height),
        left: (part) => isRing(x, y + height * part),
        right: (part) => isRing(x + width, y + height * part),
      }
      // Text or a mark may lie over a part of it.
      return Object.keys(sides).filter(
        (side) => along.filter((part) => sides[side]?.(part)).length < along.length * 0.6,
      )
    },
    { bytes: picture.toString('base64'), ring },
  )
}

const maxStops = 60

/** Walks through a screen with Tab. Returns the elements whose ring is missing or cut, of kinds that were not seen before. */
async function brokenRings(page: Page, reader: Page, seen: Set<string>): Promise<string[]> {
  const broken: string[] = []
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    const ring = await focusedRing(page)
    if (!ring) {
      if (stop) break
      continue
    }
    if (seen.has(ring.kind)) continue
    seen.add(ring.kind)
    if (ring.color === 'none') broken.push(`${ring.name}: no ring`)
    else if (ring.color) {
      let now: Ring | null = ring
      let cut: string[] = []
      // What comes late may have moved it.
      for (let place: number | undefined; now && now.y !== place; now = await focusedRing(page)) {
        place = now.y
        cut = await cutSides(page, reader, now)
      }
      if (cut.length) broken.push(`${ring.name}: ${cut.join(', ')}`)
    }
  }
  return broken
}

test('every control on the way of Tab has a whole focus ring, on a wide screen and a narrow one, in both themes', async ({
  page,
  signedIn: _,
  context,
}) => {
  await addTasks(
    page,
    { title: 'Rotate keys', labels: ['auth'], dueDate: await dayFromNow(page, -2), estimate: 2 },
    {
      title: 'Fix the flaky test',
      dueDate: await dayFromNow(page, 0),
      doneWhen: [{ id: newId(), text: 'Tests pass', isMet: false }],
    },
    { title: 'Put off', startDate: await dayFromNow(page, 4) },
  )
  // Browsers let no page of the app read pictures.
  const reader = await context.newPage()
  await reader.goto('about:blank')
  const screens = [
    'today',
    'dashboard',
    'list?label=auth',
    'board',
    'calendar',
    'task/2',
    'agents',
    'needs-you',
    'later',
  ]
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const seen = new Set<string>()
    for (const screen of screens) {
      await page.goto('about:blank')
      await page.goto(`#/${screen}`)
      await live(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await brokenRings(page, reader, seen), `${screen} at ${width} px`).toEqual([])
    }
    expect(seen.size).toBeGreaterThan(20)
  }
})
