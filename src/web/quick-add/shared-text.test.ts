import { expect, test } from 'vitest'
import { taskLimits } from '../../contract/tasks.ts'
import { sharedLine } from './shared-text.ts'

const read = (title: string, text: string, url: string) =>
  sharedLine(new URLSearchParams({ 'share-title': title, 'share-text': text, 'share-url': url }))

test('a share becomes one line of title, text and link', () => {
  expect(read('Release notes', 'Read this', 'https://example.com/a#b')).toBe(
    'Release notes Read this https://example.com/a#b',
  )
  expect(read('', 'one\r\n  two\tthree\u0000four', '')).toBe('one two three four')
  expect(sharedLine(new URLSearchParams())).toBe('')
})

test('repeated parts appear once', () => {
  expect(read('Docs', 'Docs https://example.com', 'https://example.com')).toBe('Docs https://example.com')
  expect(read('Same', 'Same', 'Same')).toBe('Same')
})

test('text that is too long or reverses its direction is cleaned', () => {
  expect([...read('', '😀'.repeat(taskLimits.description + 5), '')]).toHaveLength(taskLimits.description)
  expect(read('', 'pay\u202eexe.txt', '')).toBe('pay exe.txt')
})
