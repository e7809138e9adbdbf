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
