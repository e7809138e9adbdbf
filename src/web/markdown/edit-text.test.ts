import { expect, test } from 'vitest'
import { continueLine, insertLink, type Selected, togglePrefix, toggleWrap } from './edit-text.ts'

/** A text in which `‹` and `›` surround the selection, or `|` is the cursor. */
function at(marked: string): Selected {
  if (marked.includes('|')) {
    const start = marked.indexOf('|')
    return { text: marked.replace('|', ''), start, end: start }
  }
  const start = marked.indexOf('‹')
  return { text: marked.replace(/[‹›]/g, ''), start, end: marked.indexOf('›') - 1 }
}
function shown(selected: Selected | undefined): string | undefined {
  if (!selected) return undefined
  const { text, start, end } = selected
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`
}

test('bold, italic and code surround the selection, and are removed again', () => {
  expect(shown(toggleWrap(at('a ‹b› c'), 'bold'))).toBe('a **‹b›** c')
  expect(shown(toggleWrap(at('a **‹b›** c'), 'bold'))).toBe('a ‹b› c')
  expect(shown(toggleWrap(at('a ‹**b**› c'), 'bold'))).toBe('a ‹b› c')
  expect(shown(toggleWrap(at('a‹ b ›c'), 'italic'))).toBe('a _‹b›_ c')
  expect(shown(toggleWrap(at('a |'), 'code'))).toBe('a `|`')
})

test('code of several lines becomes a block, with the cursor where its language goes', () => {
  expect(shown(toggleWrap(at('a ‹b\nc\n›d'), 'code'))).toBe('a \n```|\nb\nc\n```d')
  expect(shown(toggleWrap(at('‹b\nc›'), 'code'))).toBe('```|\nb\nc\n```')
})

test('a link selects what is still missing', () => {
  expect(shown(insertLink(at('see ‹the log› now')))).toBe('see [the log](‹url›) now')
  expect(shown(insertLink(at('see |')))).toBe('see [‹text›](url)')
})

test('lists, checklists and quotes apply to whole lines, and are removed again', () => {
  expect(shown(togglePrefix(at('one\nt‹wo\nthr›ee\nfour'), 'list'))).toBe('one\n‹- two\n- three›\nfour')
  expect(shown(togglePrefix(at('‹- one\n- two›'), 'list'))).toBe('‹one\ntwo›')
  expect(shown(togglePrefix(at('‹- one\n2. two›'), 'checklist'))).toBe('‹- [ ] one\n- [ ] two›')
  expect(shown(togglePrefix(at('‹- [x] one›'), 'list'))).toBe('‹- one›')
  expect(shown(togglePrefix(at('  - o|ne'), 'checklist'))).toBe('  - [ ] o|ne')
  expect(shown(togglePrefix(at('on|e'), 'quote'))).toBe('> on|e')
  expect(shown(togglePrefix(at('> on|e'), 'quote'))).toBe('on|e')
  expect(shown(togglePrefix(at('‹one\n›two'), 'quote'))).toBe('‹> one›\ntwo')
})

test('Enter continues a list, a checklist, a numbered list and a quote', () => {
  expect(shown(continueLine(at('- one|')))).toBe('- one\n- |')
  expect(shown(continueLine(at('  * one| two')))).toBe('  * one\n  * | two')
  expect(shown(continueLine(at('9. one|')))).toBe('9. one\n10. |')
  expect(shown(continueLine(at('- [x] one|')))).toBe('- [x] one\n- [ ] |')
  expect(shown(continueLine(at('> one|')))).toBe('> one\n> |')
})

test('Enter in an empty item ends the list, and elsewhere does what it always does', () => {
  expect(shown(continueLine(at('- one\n- |')))).toBe('- one\n|')
  expect(shown(continueLine(at('- [ ] |\nrest')))).toBe('|\nrest')
  expect(continueLine(at('one|'))).toBeUndefined()
  expect(continueLine(at('-|'))).toBeUndefined()
  expect(continueLine(at('‹- one›'))).toBeUndefined()
  expect(shown(continueLine(at('- |one')))).toBe('- \n- |one')
})
