import { expect, test } from 'vitest'
import type { Note } from '../../contract/schemas/notes.ts'
import type { Change, Intent } from '../deck/change.ts'
import { reverted } from '../deck/change.ts'
import { activityItems, firstItems } from './activity-items.ts'
import { editedNote, newNote, shownNotes } from './thread.ts'

const at = (minute: number) => `2026-11-17T09:${String(minute).padStart(2, '0')}:00.000Z`
const note = (number: number, text = `Note ${number}`): Note => ({
  ...newNote(`id-${number}`, text, at(number)),
  number,
})
const change = (intent: Intent, more: Partial<Change> = {}): Change => ({
  ...{ id: 'c', order: 1, at: at(0), intent, base: {}, inverse: [] },
  ...more,
})
const texts = (confirmed: Note[], ...changes: Change[]) =>
  shownNotes(confirmed, changes, 't').map(({ text, isWaiting }) => (isWaiting ? `${text} …` : text))

test('changes that wait are shown on top of the notes of the server, and undone one by one', () => {
  const [one, two] = [note(1), note(2)]
  const added = newNote('new', 'Offline', at(9))
  const add = change({ kind: 'note', task: 't', from: null, to: added })
  expect(texts([two, one], add)).toEqual(['Offline …', 'Note 2', 'Note 1'])
  const edit = change({ kind: 'note', task: 't', from: one, to: editedNote(one, 'Edited', at(10)) })
  const remove = change({ kind: 'note', task: 't', from: two, to: null })
  expect(texts([two, one], add, edit, remove)).toEqual(['Offline …', 'Edited …'])
  const undo = change({ kind: 'undo', of: 'c', effects: [{ task: 't', note: reverted({ from: two, to: null }) }] })
  expect(texts([two, one], remove, undo)).toEqual(['Note 2 …', 'Note 1'])
  expect(texts([one], change({ kind: 'note', task: 'other', from: null, to: added }))).toEqual(['Note 1'])
  expect(texts([one], { ...add, problem: { kind: 'refused', message: '' } })).toEqual(['Note 1'])
  // The server has numbered it, and the log has not said so yet.
  expect(shownNotes([{ ...added, number: 3 }, one], [add], 't').map(({ number }) => number)).toEqual([3, 1])
})

test('notes and events are in one order, as far as both are loaded', () => {
  const event = (minute: number, kind = 'updated', after: object | null = {}) =>
    ({ seq: minute, at: at(minute), kind, before: null, after, by: 'ana' }) as never
  const keys = (notes: Note[], moreNotes: boolean, events: never[], moreEvents: boolean) => {
    const { items, needs } = activityItems(
      { loaded: notes, hasMore: moreNotes },
      { loaded: events, hasMore: moreEvents },
    )
    return [items.map(({ key }) => key).join(' '), ...needs]
  }
  const notes = [note(5), note(2)]
  expect(keys(notes, false, [event(6), event(3), event(1)], false)).toEqual(['6 id-5 3 id-2 1'])
  expect(keys(notes, true, [event(6), event(3), event(1)], false)).toEqual(['6 id-5 3 id-2', 'notes'])
  expect(keys(notes, true, [event(6), event(3)], true)).toEqual(['6 id-5 3', 'events'])
  expect(keys([], false, [event(2, 'noted'), event(1, 'noted', null)], false)).toEqual(['1'])
})

test('a tick is one line, although it leaves a receipt', () => {
  const event = (seq: number, change: number, kind: string, after: object) =>
    ({ seq, change, at: at(seq), kind, before: null, after, by: 'ana' }) as never
  const receipt = { kind: 'reported' }
  const events = [
    event(5, 5, 'proved', { receipt: { kind: 'run' } }),
    event(4, 3, 'proved', { receipt }),
    event(3, 3, 'updated', { doneWhen: [] }),
    event(2, 2, 'proved', { receipt }),
  ]
  const { items } = activityItems({ loaded: [], hasMore: false }, { loaded: events, hasMore: false })
  expect(items.map(({ key }) => key)).toEqual(['5', '3', '2'])
})

test('at first, notes are not counted among the lines of what happened', () => {
  const { items } = activityItems(
    { loaded: [note(5), note(3)], hasMore: false },
    {
      loaded: [6, 4, 2, 1].map((minute) => ({ seq: minute, at: at(minute), kind: 'updated' }) as never),
      hasMore: false,
    },
  )
  const keys = (max: number) => firstItems(items, max).map(({ key }) => key)
  expect(keys(2)).toEqual(['6', 'id-5', '4', 'id-3'])
  expect(keys(4)).toHaveLength(6)
})
