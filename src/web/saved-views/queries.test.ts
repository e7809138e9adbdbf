import { expect, test } from 'vitest'
import type { SavedView } from '../../contract/schemas/views.ts'
import { changedViews } from './queries.ts'

const view = (id: string): SavedView => ({ id, name: id, address: '/list', pinned: false })
const [a, b, c] = [view('a'), view('b'), view('c')]
const idsOf = (views: SavedView[]) => views.map(({ id }) => id).join('')

test('a change is shown as the server will make it', () => {
  expect(idsOf(changedViews([a, b], { kind: 'create', view: c, place: 99 }))).toBe('abc')
  expect(idsOf(changedViews([a, b], { kind: 'create', view: c, place: 0 }))).toBe('cab')
  expect(idsOf(changedViews([a, b, c], { kind: 'move', view: a, place: 1 }))).toBe('bac')
  expect(idsOf(changedViews([a, b, c], { kind: 'move', view: c, place: 0 }))).toBe('cab')
  expect(idsOf(changedViews([a, b, c], { kind: 'remove', view: b }))).toBe('ac')
  expect(changedViews([a, b], { kind: 'update', view: b, values: { name: 'New', pinned: true } })).toEqual([
    a,
    { ...b, name: 'New', pinned: true },
  ])
})

test('a change that the list already contains, or whose view is gone, has no further effect', () => {
  const moved = changedViews([a, b, c], { kind: 'move', view: a, place: 2 })
  expect(changedViews(moved, { kind: 'move', view: a, place: 2 })).toEqual(moved)
  expect(changedViews([a, { ...c, name: 'Renamed' }], { kind: 'create', view: c, place: 1 })).toEqual([
    a,
    { ...c, name: 'Renamed' },
  ])
  for (const kind of ['move', 'remove', 'update'] as const) {
    expect(changedViews([a], { kind, view: b, place: 0, values: { pinned: true } })).toEqual([a])
  }
})
