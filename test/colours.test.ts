import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every colour, shadow and font that the web app uses is defined', async () => {
  const tokens = await readFile('src/web/ui/tokens.css', 'utf8')
  const defined = new Set([...tokens.matchAll(/^ {2}(--deck-[\w-]+):/gm)].map(([, name]) => name))
  const used = new Map<string, string>()
  for await (const file of glob('src/web/**/*.{css,ts,tsx}')) {
    const source = await readFile(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/var\((--deck-[\w-]+)[,)]/g)) used.set(name, file)
  }
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter(([name]) => !defined.has(name))).toEqual([])
})
