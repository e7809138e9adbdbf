import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cssVariables, theme } from '../src/web/app/theme.ts'

test('every colour that the web app uses is defined in both themes', async () => {
  const { light, dark } = cssVariables(theme as Parameters<typeof cssVariables>[0])
  const used = new Map<string, string>()
  for await (const file of glob('src/web/**/*.{css,ts,tsx}')) {
    const source = await readFile(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/var\((--deck-[\w-]+)[,)]/g)) used.set(name, file)
  }
  expect(used.size).toBeGreaterThan(20)
  for (const defined of [light, dark]) expect([...used].filter(([name]) => !(name in defined))).toEqual([])
})
