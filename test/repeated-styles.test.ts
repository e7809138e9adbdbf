import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface Rule {
  name: string
  declarations: Set<string>
}

/** The rules of a stylesheet, including nested ones, each with its own declarations. */
function rulesIn(css: string, file: string): Rule[] {
  const rules: Rule[] = []
  const open: Rule[] = []
  for (const [, text = '', end] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const part = text.trim().replace(/\s+/g, ' ')
    if (end === '{') open.push({ name: `${open.at(-1)?.name ?? `${file}:`} ${part}`, declarations: new Set() })
    else if (part) open.at(-1)?.declarations.add(part)
    if (end === '}') rules.push(...open.splice(-1))
  }
  return rules
}

/** The number of declarations that a row of flex items usually has. */
const maxShared = 5
/** Shorter rules do not justify a component. */
const maxSame = 3

/** Pairs of rules that repeat each other, completely or in large part. */
function repeated(rules: Rule[]): string[] {
  return rules.flatMap((one, index) =>
    rules.slice(index + 1).flatMap((other) => {
      const shared = one.declarations.intersection(other.declarations).size
      const isSame = shared === one.declarations.size && shared === other.declarations.size
      return shared > maxShared || (isSame && shared > maxSame) ? `${one.name} = ${other.name} (${shared})` : []
    }),
  )
}

test('no block of styles is repeated', async () => {
  const rules: Rule[] = []
  for await (const file of glob('src/web/**/*.css')) rules.push(...rulesIn(await readFile(file, 'utf8'), file))
  expect(rules.length).toBeGreaterThan(150)
  expect(repeated(rules)).toEqual([])
})

test('a repeated block is found even if it is nested or in another order', () => {
  const css =
    '.a { color: red; top: 0; left: 0; right: 0 } .b { .c { left: 0; top: 0; /* ! */ right: 0; color: red; } }'
  expect(repeated(rulesIn(css, 'x.css'))).toEqual(['x.css: .a = x.css: .b .c (4)'])
})
