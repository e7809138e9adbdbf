import { expect, test } from 'vitest'
import { momentIn } from './moments.ts'

const now = new Date('2026-11-17T12:00:00')
const read = (text: string) => momentIn(text, { now, dateStyle: 'iso' }, '--since')
const local = (text: string) => new Date(text).toISOString()

test.for([
  ['30m', '2026-11-17T11:30:00'],
  ['2h', '2026-11-17T10:00:00'],
  ['3d', '2026-11-14T12:00:00'],
  ['1w', '2026-11-10T12:00:00'],
  ['09:30', '2026-11-17T09:30:00'],
  ['yesterday', '2026-11-16T00:00:00'],
  ['2026-11-15', '2026-11-15T00:00:00'],
  ['2026-11-15 08:15', '2026-11-15T08:15:00'],
  ['2026-11-15T08:15:00Z', '2026-11-15T08:15:00Z'],
] as const)('%s is %s', ([text, moment]) => {
  expect(read(text)).toBe(local(moment))
})

test.for(['', 'soon', '2x', '25h ago', '2026-13-40', 'tomorrow', '13:00', '2026-11-18T00:00:00Z'])(
  '“%s” is refused',
  (text) => {
    expect(() => read(text)).toThrow(/--since (does not understand|needs a moment)/)
  },
)
