import { expect, test } from 'vitest'
import type { Criterion } from './done-when.ts'
import { mergeFields } from './merge.ts'
import { mergeCriteria } from './merge-criteria.ts'
import { choiceOf } from './merge-decision.ts'

const criterion = (id: string, values: Partial<Criterion> = {}): Criterion => ({
  id,
  text: `Say ${id}`,
  isMet: false,
  ...values,
})
const [a, b, c] = [criterion('a'), criterion('b'), criterion('c')]
const base = [a, b, c]
const merge = (current: Criterion[], wanted: Criterion[]) => mergeCriteria({ base, current, wanted })
const idsOf = ({ criteria }: { criteria: Criterion[] }) => criteria.map(({ id }) => id).join('')

test('changes of different criteria both stand, and so do the sentence, the command and the tick of the same one', () => {
  const other = { ...b, text: 'Say b aloud' }
  expect(merge([{ ...a, isMet: true }, b, c], [a, other, c])).toEqual({
    criteria: [{ ...a, isMet: true }, other, c],
    conflicts: [],
  })
  const [ticked, commanded] = [
    { ...a, text: 'Say it', isMet: true },
    { ...a, command: 'npm test' },
  ]
  expect(merge([ticked, b, c], [commanded, b, c]).criteria[0]).toEqual({ ...ticked, command: 'npm test' })
})

test('added, removed and moved criteria are merged in the order that was wanted', () => {
  const [x, y] = [criterion('x'), criterion('y')]
  expect(idsOf(merge([a, x, b, c], [a, c, y]))).toBe('axcy')
  expect(idsOf(merge([a, b, c, x], [a, b, c, y]))).toBe('abcxy')
  expect(idsOf(merge([a, b, c, x], [c, a, b]))).toBe('cabx')
  expect(idsOf(merge([c, b, a], [a, b, c, x]))).toBe('cbax')
  expect(idsOf(merge([x, a, b, c], [y, a, b, c]))).toBe('xyabc')
  expect(idsOf(merge([{ ...a, isMet: true }, b, c], [b, c]))).toBe('bc')
})

test('two sentences of one criterion conflict, and so do an edit and a removal', () => {
  const [mine, theirs] = [
    { ...a, text: 'Mine' },
    { ...a, text: 'Theirs' },
  ]
  expect(merge([theirs, b, c], [mine, b, c]).conflicts).toMatchObject([{ current: theirs, wanted: mine }])
  expect(merge([theirs, b, c], [b, c]).conflicts).toMatchObject([{ current: theirs, wanted: undefined }])
  expect(merge([b, c], [mine, b, c]).conflicts).toMatchObject([{ current: undefined, wanted: mine }])
})

test('the side that is chosen wins only the criteria that conflict', () => {
  const values = {
    base,
    current: [{ ...a, text: 'Theirs' }, { ...b, isMet: true }, c],
    wanted: [{ ...a, text: 'Mine' }, b, { ...c, text: 'Say c twice', command: 'c c' }],
  }
  const rest = [
    { ...b, isMet: true },
    { ...c, text: 'Say c twice', command: 'c c' },
  ]
  expect(choiceOf('doneWhen', values, 'wanted')).toEqual({
    value: [{ ...a, text: 'Mine' }, ...rest],
    lines: ['[ ] Mine'],
  })
  expect(choiceOf('doneWhen', values, 'current')?.value).toEqual([{ ...a, text: 'Theirs' }, ...rest])
  expect(choiceOf('doneWhen', values, 'both')).toBeUndefined()
})

test('lists that are too long together conflict', () => {
  const many = (letter: string) => Array.from({ length: 11 }, (_, at) => criterion(`${letter}${at}`))
  const edit = { base: { doneWhen: [] }, current: { doneWhen: many('a') }, wanted: { doneWhen: many('b') } }
  expect(mergeFields(edit)).toEqual({ values: {}, conflicts: ['doneWhen'] })
})
