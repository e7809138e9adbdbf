import { expect, test } from 'vitest'
import { commandIds, commands, keycaps, withKeys } from './commands.ts'
import { chordOf, commandOf } from './keys.ts'

const press = (key: string, more = {}, onMac = false) =>
  chordOf({ key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }, onMac)

test('no two commands share keys, and no keys are the beginning of others', () => {
  const all = commandIds.flatMap((id) => [...commands[id].keys])
  expect(new Set(all).size).toBe(all.length)
  for (const keys of all) expect(all.filter((other) => other.startsWith(`${keys} `))).toEqual([])
})

test('a key press is converted to the notation of the table', () => {
  expect(press('n')).toBe('n')
  expect(press('N', { shiftKey: true })).toBe('shift+n')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+z')
  expect(press('ArrowDown', { shiftKey: true })).toBe('shift+ArrowDown')
  expect(press(' ')).toBe('Space')
  expect(press(' ', { shiftKey: true })).toBe('shift+Space')
  expect(press('n', { altKey: true })).toBeUndefined()
})

test('the modifier is Command on a Mac and Control elsewhere; the other one belongs to the system', () => {
  expect(press('k', { metaKey: true }, true)).toBe('mod+k')
  expect(press('k', { ctrlKey: true }, true)).toBeUndefined()
  expect(press('k', { metaKey: true })).toBeUndefined()
  expect(commandOf(press('d', { ctrlKey: true }) ?? '')).toEqual({})
  expect(commandOf(press('p', { metaKey: true }, true) ?? '')).toEqual({})
})

test('a keyboard with another script uses the positions of the Latin letters', () => {
  expect(press('й', { code: 'KeyQ' })).toBe('q')
  expect(press('Й', { code: 'KeyQ', shiftKey: true })).toBe('shift+q')
  expect(press('л', { code: 'KeyK', ctrlKey: true })).toBe('mod+k')
  // Latin layouts use the letter on the key, not its position.
  expect(press('a', { code: 'KeyQ' })).toBe('a')
  expect(press('ö', { code: 'Semicolon' })).toBe('ö')
})

test('a sequence of keys is one command, unless another key comes between', () => {
  expect(commandOf('g')).toEqual({ pending: 'g' })
  expect(commandOf('d', 'g')).toEqual({ command: 'goDashboard' })
  expect(commandOf('d')).toEqual({ command: 'setDue' })
  expect(commandOf('x', 'g')).toEqual({})
  expect(commandOf('y')).toEqual({})
})

test('keys are shown as printed on a keyboard', () => {
  expect(keycaps('mod+shift+z')).toEqual([['Ctrl', 'Shift', 'Z']])
  expect(keycaps('g d')).toEqual([['G'], ['D']])
  expect(withKeys('goBoard')).toBe('Board (G then B)')
})
