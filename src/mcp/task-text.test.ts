import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../test/cases.ts'
import { inLine, quoted, taskMarkdown } from './task-text.ts'

/** Everything that some program takes for the end of a line: `splitlines` of Python has the longest list. */
const lineEnds = ['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029']
const lineEnd = new RegExp(lineEnds.toSorted((a, b) => b.length - a.length).join('|'))
const splitLines = (text: string) => text.split(lineEnd)

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...lineEnds),
      fc.constantFrom(
        '> ',
        '# ',
        '## Links',
        '- Blocks #2',
        ' · Completed',
        '· why: ',
        '\u202e',
        '\u{e0041}',
        '\u200b',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const runs = { numRuns: cases(200, 5_000) }
const unseen = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}\u200b\ufeff]/u

test('text of a task stays in its line, whatever it contains', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const line = inLine(text)
      expect(splitLines(line)).toHaveLength(1)
      // The dot separates the parts of our own lines.
      expect(line).not.toMatch(/·/)
      expect(line).not.toMatch(unseen)
    }),
    runs,
  )
})

test('no text can end a quotation', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const line of splitLines(quoted(text))) expect(line).toMatch(/^>( |$)/)
      expect(quoted(text)).not.toMatch(unseen)
    }),
    runs,
  )
})

test('the Markdown of a task has the same lines of ours, whatever its texts are', () => {
  const outline = (text: string) => {
    const task = {
      ...{ number: 1, title: text, status: 'Pending' as const, description: text, version: 1 },
      files: [{ name: text, size: 1, type: text }],
      links: [
        { kind: 'part of' as const, direction: 'in' as const, number: 2, title: text, status: 'Pending' as const },
      ],
      git: [{ kind: 'commit' as const, name: text, title: text, url: text, state: null }],
    }
    const lines = splitLines(taskMarkdown(task, '2026-11-16')).filter((line) => !line.startsWith('>'))
    return lines.map((line) => /^(## \w+|- \w+|# #1)/.exec(line)?.[0] ?? (line && 'other'))
  }
  const plain = outline('plain').filter((line) => !line.startsWith('- '))
  fc.assert(
    fc.property(
      hostile.map((text) => `x${text}`),
      (text) => {
        const lines = outline(text)
        expect(lines.filter((line) => !line.startsWith('- '))).toEqual(plain.map((line) => line))
        expect(lines).toHaveLength(outline('plain').length)
      },
    ),
    runs,
  )
})

test('words of other languages and emoji stay as they are', () => {
  for (const text of ['می‌خواهم', '👩‍👩‍👧', 'naïve – “quoted”', '日本語']) {
    expect(inLine(text)).toBe(text)
    expect(quoted(text)).toBe(`> ${text}`)
  }
})
