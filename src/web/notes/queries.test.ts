import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { notesQuery } from './queries.ts'
import { newNote } from './thread.ts'

const note = (number: number, text = `Note ${number}`): Note => ({
  ...newNote(`id-${number}`, text, '2026-11-17T09:00:00.000Z'),
  number,
})

test('live events are applied to the loaded pages of a thread, and to no other thread', () => {
  const client = new QueryClient()
  const { queryKey, meta } = notesQuery('t')
  client.setQueryData(queryKey, {
    pages: [
      { notes: [note(9), note(8)], total: 8, nextBefore: 8 },
      { notes: [note(7), note(5)], total: 8, nextBefore: 5 },
    ],
    pageParams: [null, 8],
  })
  const texts = () => client.getQueryData(queryKey)?.pages.map((page) => page.notes.map(({ text }) => text))
  const apply = (before: Note | null, after: Note | null, task = 't') =>
    meta?.applyEvents?.(client, [
      { kind: 'noted', task, before: before && { note: before }, after: after && { note: after } } as TaskEvent,
    ])
  apply(null, note(10))
  apply(null, note(11), 'another')
  apply(note(8), note(8, 'Edited'))
  apply(note(7), null)
  expect(texts()).toEqual([['Note 10', 'Note 9', 'Edited'], ['Note 5']])
  // An undo brings a note back at its place. One of a page that is not loaded comes with that page.
  apply(null, note(7))
  apply(null, note(2))
  expect(texts()).toEqual([
    ['Note 10', 'Note 9', 'Edited'],
    ['Note 7', 'Note 5'],
  ])
})
