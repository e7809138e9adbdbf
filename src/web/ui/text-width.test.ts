import { expect, test } from 'vitest'
import { textWidth } from './text-width.ts'

test('the width of a text is that of its characters, each of which is measured once', () => {
  const measured: string[] = []
  const measure = (character: string) => {
    measured.push(character)
    return character === 'i' ? 4 : 9
  }
  expect(textWidth('lilli 😀', 'a font', measure)).toBe(9 * 5 + 4 * 2)
  expect(textWidth('ill', 'a font', measure)).toBe(22)
  expect(measured).toEqual(['l', 'i', ' ', '😀'])
})
