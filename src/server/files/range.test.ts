import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { parseRange } from './range.ts'

test.for([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=3-100', { start: 3, end: 9 }],
  ['bytes=3-99999999999999999999999999', { start: 3, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-10', { start: 0, end: 9 }],
  ['bytes=-11', { start: 0, end: 9 }],
] as const)('for ten bytes the range %s means %j', ([header, range]) => {
  expect(parseRange(header, 10)).toEqual(range)
})

test.for([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=0-1,3-4',
  'bytes=0-1, 3-4',
  'items=0-1',
  'bytes=a-b',
  'bytes=-1-2',
  'bytes=0x1-5',
  'bytes 0-1',
  'bytes=1.5-2',
  'BYTES=0-1,',
])('%j asks for the whole file', (header) => {
  expect(parseRange(header, 10)).toBeUndefined()
})

test.for(['bytes=10-', 'bytes=10-20', 'bytes=5-4', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  'for ten bytes the range %s cannot be satisfied',
  (header) => {
    expect(() => parseRange(header, 10)).toThrow(new AppError('range_not_satisfiable', 'The file has only 10 bytes.'))
  },
)

test.for(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('for an empty file the range %s cannot be satisfied', (header) => {
  expect(() => parseRange(header, 0)).toThrow('The file has only 0 bytes.')
})
