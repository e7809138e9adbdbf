import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../test/cases.ts'
import { isPlainName, plainName, withoutHidden } from './plain-names.ts'

/** Every character that has no shape of its own, or changes that of others. */
const hidden = [
  ...['\0', '\n', '\u001b', '\u007f', '\u0085', '\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4', '\u180e'],
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202d', '\u202e', '\u2060'],
  ...['\u2066', '\u2067', '\u2068', '\u2069', '\u206f', '\u2800', '\u3164', '\ue000', '\ufe00', '\ufe0f', '\ufeff'],
  ...['\uffa0', '\ufffc', '\u{1d173}', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{e0100}', '\u{f0000}', '\u{10fffd}'],
]

const names = [
  'laptop-cli',
  "Ana's Mac",
  'ноутбук',
  'ノート PC',
  'مكتب',
  'שולחן',
  'é',
  'e\u0301',
  '👩‍💻 work',
  '❤️',
  '1️⃣ first',
  '🏳️‍🌈',
  '👍🏽',
]

test('names in any script and with emoji are names, and stay as they are', () => {
  for (const name of names) expect([name, isPlainName(name, 60), plainName(name)]).toEqual([name, true, name])
})

test('a hidden character anywhere makes a typed name invalid, and is removed from a sent one', () => {
  for (const character of hidden) {
    for (const name of [`a${character}b`, `${character}b`, `${character}${character}`, `👍${character}${character}x`]) {
      expect([JSON.stringify(name), isPlainName(name, 60) && name.trim() === name]).toEqual([
        JSON.stringify(name),
        false,
      ])
    }
    expect(plainName(`lap${character}top`)).toBe('laptop')
  }
})

test('lengths are counted in characters', () => {
  expect([isPlainName('', 3), isPlainName('  ', 3), isPlainName('👍👍👍', 3), isPlainName('👍👍👍👍', 3)]).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect([plainName('\u200b'), plainName(' abcd ', 3), plainName('👍👍👍', 3)]).toEqual(['Unnamed', 'ab…', '👍👍👍'])
})

const anyText = fc.array(fc.oneof(fc.constantFrom(...hidden), fc.constantFrom(...names), fc.string({ unit: 'binary' })))

test('every text that a program sends becomes a name that a person could have typed, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 60 }), (pieces, maxLength) => {
      const name = plainName(pieces.join(''), maxLength)
      expect(name === 'Unnamed' || isPlainName(name, maxLength)).toBe(true)
      expect(plainName(name, Math.max(maxLength, 7))).toBe(name)
      expect(withoutHidden(withoutHidden(pieces.join('')))).toBe(withoutHidden(pieces.join('')))
    }),
    { numRuns: cases(100, 10_000) },
  )
})
