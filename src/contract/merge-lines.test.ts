import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLines, mergeSections } from './merge-lines.ts'

const list = '- [ ] one\n- [ ] two\n- [ ] three'

test('items that are ticked at the same time are all ticked, also neighbours and the same one', () => {
  const first = '- [x] one\n- [ ] two\n- [ ] three'
  const second = '- [ ] one\n- [x] two\n- [ ] three'
  const last = '- [x] one\n- [ ] two\n- [x] three'
  expect(mergeLines(list, first, second)).toBe('- [x] one\n- [x] two\n- [ ] three')
  expect(mergeLines(list, second, last)).toBe('- [x] one\n- [x] two\n- [x] three')
  expect(mergeLines(list, first, last)).toBe(last)
})

test('a tick and an edit of other lines both stand, whatever was added or removed around it', () => {
  const ticked = '- [ ] one\n- [x] two\n- [ ] three'
  expect(mergeLines(list, ticked, `Before we ship:\n\n${list}\n- [ ] four`)).toBe(
    'Before we ship:\n\n- [ ] one\n- [x] two\n- [ ] three\n- [ ] four',
  )
  expect(mergeLines(list, ticked, '- [ ] two\n- [ ] three')).toBe('- [x] two\n- [ ] three')
  expect(mergeLines(list, ticked, '- [ ] one\n- [ ] between\n- [ ] two\n- [ ] 3')).toBe(
    '- [ ] one\n- [ ] between\n- [x] two\n- [ ] 3',
  )
})

test('a line that both have changed, or that one has removed, is not merged', () => {
  expect(mergeLines(list, '- [x] one\n- [ ] two\n- [ ] three', '- [ ] uno\n- [ ] two\n- [ ] three')).toBeUndefined()
  expect(mergeLines(list, '- [x] one\n- [ ] two\n- [ ] three', '- [ ] two\n- [ ] three')).toBeUndefined()
  expect(mergeLines(list, '', '- [x] one\n- [ ] two\n- [ ] three')).toBeUndefined()
})

test('lines that both have added at the same place are both kept, once if they are the same', () => {
  const [four, five] = ['- [ ] four', '- [ ] five']
  expect(mergeLines(list, `${list}\n${five}`, `${list}\n${four}`)).toBe(`${list}\n${four}\n${five}`)
  expect(mergeLines(list, `${list}\n${four}`, `${list}\n${four}`)).toBe(`${list}\n${four}`)
  expect(mergeLines(list, `${list}\n${four}\n${five}`, `${list}\n${four}`)).toBe(`${list}\n${four}\n${five}`)
  expect(mergeLines('', 'Mine', 'Theirs')).toBe('Theirs\nMine')
  expect(mergeLines('', '', 'Theirs')).toBe('Theirs')
})

test('lines that conflict are told from those that are merged', () => {
  const one = '- [x] one\n- [ ] two, or 2\n- [ ] three'
  const other = '- [ ] uno\n- [ ] two\n- [x] three'
  expect(mergeSections(list, one, other).filter((section) => !('lines' in section) || section.lines.length)).toEqual([
    { one: ['- [x] one'], other: ['- [ ] uno'] },
    { lines: ['- [ ] two, or 2'] },
    { lines: ['- [x] three'] },
  ])
  // A hunk of one side may meet several of the other one.
  expect(mergeSections('a\nb\nc\nd', 'x\nd', 'a\nB\nC\nd')).toContainEqual({ one: ['x'], other: ['a', 'B', 'C'] })
})

const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))

test('merging the other way round keeps the same lines, and a side without changes takes the other one', () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, one, other) => {
      const sorted = (text: string | undefined) => text?.split('\n').sort()
      expect(sorted(mergeLines(base, one, other))).toEqual(sorted(mergeLines(base, other, one)))
      expect(mergeLines(base, base, other)).toBe(other)
      expect(mergeLines(base, one, one)).toBe(one)
    }),
    { numRuns: 500 },
  )
})

test('each side can be read from the sections, and a conflict has two different sides', () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, one, other) => {
      const sections = mergeSections(base, one, other)
      const text = (side: 'one' | 'other') =>
        sections.flatMap((section) => ('lines' in section ? section.lines : section[side])).join('\n')
      if (base === other) expect(text('one')).toBe(one)
      if (base === one) expect(text('other')).toBe(other)
      const isMerged = sections.every((section) => 'lines' in section)
      expect(mergeLines(base, one, other)).toBe(isMerged ? text('one') : undefined)
    }),
    { numRuns: 500 },
  )
})

test('changes of different lines are merged exactly, and one side wins in those that both have changed', () => {
  const lines = fc.uniqueArray(fc.nat({ max: 50 }), { minLength: 1, maxLength: 12 })
  const sides = fc.infiniteStream(fc.constantFrom('one', 'other', 'none', 'both'))
  fc.assert(
    fc.property(lines, sides, (numbers, chosen) => {
      const changedBy = numbers.map(() => chosen.next().value)
      const text = (...by: string[]) =>
        numbers.map((number, index) => (by.includes(changedBy[index]) ? `new ${index}` : `${number}`)).join('\n')
      expect(mergeLines(text(), text('one'), text('other'))).toBe(text('one', 'other'))
      const otherSide = text('other', 'both').replaceAll('new', 'other')
      const decided = mergeSections(text(), text('one', 'both'), otherSide).flatMap((section) =>
        'lines' in section ? section.lines : section.one,
      )
      const expected = text('one', 'other', 'both').split('\n')
      expect(decided).toEqual(expected.map((line, index) => (changedBy[index] === 'other' ? `other ${index}` : line)))
    }),
    { numRuns: 300 },
  )
})

test('the longest texts are merged without comparing every line with every other', () => {
  const long = Array.from({ length: 5_000 }, (_, index) => String(index % 10)).join('\n')
  const rewritten = Array.from({ length: 5_000 }, (_, index) => String(index % 7)).join('\n')
  expect(mergeLines(long, `${long}!`, `first\n${long}`)).toBe(`first\n${long}!`)
  expect(mergeLines(long, rewritten, `${long}!`)).toBeUndefined()
})
