import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The tests that a page names, as `FILE`: "TITLE", "TITLE". */
function testsNamedIn(page: string) {
  return page
    .split(/`(?=[\w./-]+\.(?:test|spec)\.ts`: ")/)
    .slice(1)
    .flatMap((part) => {
      const [file = '', rest = ''] = part.split('\n', 1)[0]?.split('`: ') ?? []
      return [...rest.matchAll(/"((?:[^"]|"%s")+)"/g)].map(([, title = '']) => ({ file, title }))
    })
}

test('docs/security.md names only tests that exist', async () => {
  const named = testsNamedIn(await readFile('docs/security.md', 'utf8'))
  expect(named.length).toBeGreaterThan(150)
  const missing: typeof named = []
  for (const { file, title } of named) {
    const source = (await readFile(file, 'utf8')).replaceAll("\\'", "'")
    if (!source.includes(title)) missing.push({ file, title })
  }
  expect(missing).toEqual([])
})

/** The requirements in the first column of a row: `1.2.5`, `1.2.6-1.2.8`, or several of both. */
function requirementsIn(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('-')
    const section = first.slice(0, first.lastIndexOf('.') + 1)
    const [from, to] = [first, last].map((number) => Number(number.slice(number.lastIndexOf('.') + 1)))
    return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => `${section}${(from ?? 0) + index}`)
  })
}

test('the numbers of met requirements in docs/security.md are those of its rows', async () => {
  const page = await readFile('docs/security.md', 'utf8')
  const rows = [...page.matchAll(/^\| ((?:\d+\.\d+\.\d+[-, ]*)+) \| .*? \| (?:\*\*)?`(met|not met|does not apply)`/gm)]
  const states = rows.flatMap(([, cell = '', state = '']) => requirementsIn(cell).map((number) => ({ number, state })))
  expect(new Set(states.map(({ number }) => number)).size).toBe(253)
  const counts = (of: typeof states) =>
    ['met', 'not met', 'does not apply'].map((state) => of.filter((one) => one.state === state).length)
  const expected = [...page.matchAll(/^\| V(\d+) [^|]*\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) =>
    row.slice(1).map(Number),
  )
  expect(expected).toHaveLength(17)
  for (const [chapter, ...numbers] of expected) {
    expect([chapter, ...counts(states.filter(({ number }) => number.startsWith(`${chapter}.`)))]).toEqual([
      chapter,
      ...numbers,
    ])
  }
  const all = counts(states)
  expect(page).toContain(`| **All 253** | ${all.map((count) => `**${count}**`).join(' | ')} |`)
})
