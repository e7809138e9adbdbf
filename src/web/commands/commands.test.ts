import { expect, test } from 'vitest'
import { commandIds, commands, keycaps, withKeys } from './commands.ts'
import { chordOf, commandOf } from './keys.ts'

const press = (key: string, more = {}, onMac = false) =>
  chordOf({ key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }, onMac)

test('no two commands have the same keys, and none begins another', () => {
  const all = commandIds.flatMap((id) => [...commands[id].keys])
  expect(new Set(all).size).toBe(all.length)
  for (const keys of all) expect(all.filter((other) => other.startsWith(`${keys} `))).toEqual([])
})

test('a key press is read in the words of the table', () => {
  expect(press('n')).toBe('n')
  expect(press('N', { shiftKey: true })).toBe('shift+n')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+z')
  expect(press('ArrowDown', { shiftKey: true })).toBe('shift+ArrowDown')
  expect(press('n', { altKey: true })).toBeUndefined()
})

test('Control and Command are the modifier on one kind of keyboard each, and belong to the system on the other', () => {
  expect(press('k', { metaKey: true }, true)).toBe('mod+k')
  expect(press('k', { ctrlKey: true }, true)).toBeUndefined()
  expect(press('k', { metaKey: true })).toBeUndefined()
  expect(commandOf(press('s', { ctrlKey: true }) ?? '')).toEqual({})
  expect(commandOf(press('p', { metaKey: true }, true) ?? '')).toEqual({})
})

test('a keyboard of another script has the commands where the Latin letters are', () => {
  expect(press('й', { code: 'KeyQ' })).toBe('q')
  expect(press('Й', { code: 'KeyQ', shiftKey: true })).toBe('shift+q')
  expect(press('л', { code: 'KeyK', ctrlKey: true })).toBe('mod+k')
  // Latin layouts go by what is printed on the key, not by its place.
  expect(press('a', { code: 'KeyQ' })).toBe('a')
  expect(press('ö', { code: 'Semicolon' })).toBe('ö')
})

test('keys after one another are one command; anything else in between is none', () => {
  expect(commandOf('g')).toEqual({ pending: 'g' })
  expect(commandOf('d', 'g')).toEqual({ command: 'goDashboard' })
  expect(commandOf('d')).toEqual({ command: 'setDue' })
  expect(commandOf('z', 'g')).toEqual({})
  expect(commandOf('y')).toEqual({})
})

test('keys are shown as they are written on a keyboard', () => {
  expect(keycaps('mod+shift+z')).toEqual([['Ctrl', 'Shift', 'Z']])
  expect(keycaps('g d')).toEqual([['G'], ['D']])
  expect(withKeys('goBoard')).toBe('Board (G then B)')
})
