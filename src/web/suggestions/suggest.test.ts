import { describe, expect, test } from 'vitest'
import type { Task } from '../../contract/schemas/tasks.ts'
import { unnumbered } from '../../contract/words/task-names.ts'
import { suggestionsFor, wordBefore } from './suggest.ts'

describe('the word before the caret', () => {
  const typed = (text: string) => wordBefore(text.replace('|', ''), text.indexOf('|'))

  test.for([
    ['#|', ''],
    ['#re|', 're'],
    ['Rotate the keys #re|', 're'],
    ['Rotate (#12|', '12'],
    ['two\n#re|', 're'],
    ['#re| and more', 're'],
    ['#größe|', 'größe'],
    ['#release-2|', 'release-2'],
  ] as const)('%s is typed', ([text, word]) => {
    expect(typed(text)?.word).toBe(word)
  })

  test.for(['|', 'no mark|', '#re |', 'C#re|', 'a.com/#re|', '##|', '# re|', '#re|lease', '|#re', '#a.b|'])(
    '%s is no word with a mark',
    (text) => {
      expect(typed(text)).toBeUndefined()
    },
  )

  test('its place is returned', () => {
    expect(wordBefore('Keys #re', 8)).toEqual({ start: 5, end: 8, word: 're' })
  })
})

describe('suggestions', () => {
  const task = (number: number, title: string, labels: string[] = [], status = 'Pending') =>
    ({ _id: `t${number}`, number, title, labels, status }) as Task
  const tasks = [
    task(3, 'Review the docs', ['review', 'docs']),
    task(12, 'Prepare the launch', ['release-2-4']),
    task(16, 'Release 2.4', ['release-2-4']),
    task(120, 'Write the release notes', ['pre-release']),
    task(130, 'Reply to Bo', ['review'], 'Completed'),
    task(unnumbered + 1, 'Reach out'),
  ]
  const names = (word: string, max = 8, without: string[] = []) =>
    suggestionsFor(word, tasks, { max, without }).map((one) =>
      one.kind === 'label' ? `${one.label} ${one.count}` : one.task.title,
    )

  test('labels come first, those that begin with the word and the most used ones at the top; then open tasks, those that begin with it first', () => {
    expect(names('re')).toEqual([
      'release-2-4 2',
      'review 1',
      'pre-release 1',
      'Release 2.4',
      'Review the docs',
      'Write the release notes',
      'Reply to Bo',
    ])
  })

  test('in a short list, a task has a place too', () => {
    expect(names('re', 3)).toEqual(['release-2-4 2', 'review 1', 'Release 2.4'])
    expect(names('docs', 3)).toEqual(['Review the docs'])
  })

  test('a number offers its task before those whose numbers begin with it', () => {
    expect(names('12')).toEqual(['Prepare the launch', 'Write the release notes'])
    expect(names('3')[0]).toBe('Review the docs')
  })

  test('a label that the text has already, and the word itself, are not offered', () => {
    expect(names('review')).toEqual(['Review the docs'])
    expect(names('rev', 8, ['review'])).toEqual(['Review the docs'])
  })

  test('several words of a title are joined by a hyphen; the middle of a word fits no task', () => {
    expect(names('review-docs')).toEqual(['Review the docs'])
    expect(names('eply')).toEqual([])
  })

  test('a mark alone offers the most used labels and the newest tasks', () => {
    expect(names('', 3)).toEqual(['release-2-4 2', 'docs 1', 'Write the release notes'])
  })
})
