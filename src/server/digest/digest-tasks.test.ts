import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { preferencesOf } from '../accounts/sessions.ts'
import { digestOf } from './digest-content.ts'
import { digestHtml, digestText } from './digest-mail.ts'
import { digestTasks } from './digest-tasks.ts'

const today = '2026-11-17'
const day = (text: string) => `${text}T00:00:00.000Z`

/** Six tasks, two of which are due or late. */
async function* pages(): AsyncGenerator<Task[]> {
  yield [numberedTask(1, { dueDate: day('2026-11-12') }), numberedTask(2, { dueDate: day(today) })]
  yield [3, 4, 5].map((number) => numberedTask(number, { dueDate: null }))
  yield [numberedTask(6, { dueDate: day('2026-11-12'), status: 'Completed' })]
}

const digestFor = async (maxTasks: number) =>
  digestOf({
    ...(await digestTasks(pages, today, maxTasks)),
    ...{
      questions: [],
      questionCount: 0,
      preferences: preferencesOf({ preferencesJson: '{}' }),
      today,
      now: `${today}T09:00:00.000Z`,
    },
  })
const place = { app: 'https://tasks.example.org/taskdeck/', host: 'tasks.example.org' }
const sent = { day: 'Tuesday, Nov 17', when: 'at 08:00', place, stop: place.app }

test('a digest of too many tasks says what is due and late, and in a sentence what it leaves out', async () => {
  const whole = await digestFor(6)
  expect([whole?.leftOut, whole?.sections.map(({ name }) => name)]).toEqual([
    undefined,
    ['Overdue', 'Due today', 'Next'],
  ])
  const some = await digestFor(5)
  expect([some?.heading, some?.sections.map(({ name }) => name)]).toEqual([
    '1 due today, 1 overdue',
    ['Overdue', 'Due today'],
  ])
  const none = await digestFor(1)
  expect([none?.heading, none?.sections]).toEqual(['Your tasks today', []])
  for (const [digest, words] of [
    [some, 'You have too many tasks to compare, so this mail does not say what is next or blocked.'],
    [none, 'You have too many tasks to list in this mail. Open Today to see what is due.'],
  ] as const) {
    if (!digest) throw new Error('There is no digest.')
    expect(digestText(digest, sent)).toContain(`\n\n${words}\n\nOpen Today:`)
    expect(digestHtml(digest, sent)).toContain(words)
  }
})
