import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const tokens = await readFile('src/web/ui/tokens.css', 'utf8')

test('every colour, shadow and font that the web app uses is defined', async () => {
  const defined = new Set([...tokens.matchAll(/^ {2}(--deck-[\w-]+):/gm)].map(([, name]) => name))
  const used = new Map<string, string>()
  for await (const file of glob('src/web/**/*.{css,ts,tsx}')) {
    const source = await readFile(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/var\((--deck-[\w-]+)[,)]/g)) used.set(name, file)
  }
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter(([name]) => !defined.has(name))).toEqual([])
})

const pairs = [...tokens.matchAll(/--deck-([\w-]+): light-dark\((#\w+), (#\w+)\);/g)]
const colours = {
  light: new Map(pairs.map(([, name = '', light = '']) => [name, light])),
  dark: new Map(pairs.map(([, name = '', , dark = '']) => [name, dark])),
}

/** The relative luminance of a colour such as `#18181f`, as defined by WCAG. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

for (const scheme of ['light', 'dark'] as const) {
  const colour = (name: string) => colours[scheme].get(name) ?? ''

  test(`in the ${scheme} theme, every text can be read on every elevation`, () => {
    for (const text of ['text', 'muted', 'faint', 'accent-text', 'critical', 'high', 'progress', 'done']) {
      for (const ground of ['ground', 'surface', 'raised', 'overlay', 'hover', 'band']) {
        const contrast = contrastOf(colour(text), colour(ground))
        expect(contrast, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    for (const tone of ['critical', 'progress', 'done'])
      expect(contrastOf(colour(tone), colour(`${tone}-soft`)), tone).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(4.5)
  })
}

test('in the dark theme, every elevation is lighter than the one below', () => {
  const levels = ['ground', 'surface', 'raised', 'overlay'].map((name) => luminanceOf(colours.dark.get(name) ?? ''))
  expect(levels).toEqual(levels.toSorted((a, b) => a - b))
  expect(new Set(levels).size).toBe(levels.length)
})
