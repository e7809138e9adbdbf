import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { figuresOf } from './figures.ts'

const done = (completedAt: string, more: Partial<Task> = {}) => ({ status: 'Completed', completedAt, ...more }) as Task
const criterion = (isMet: boolean) => ({ id: 'a', text: 'It is seen', isMet })

test('completed tasks with proof are counted within the days shown, if any of them needs or has proof', () => {
  const provedOf = (...tasks: Task[]) => figuresOf(tasks, '2026-11-18', 7).proved
  expect(provedOf(done('2026-11-18T12:00:00.000Z'))).toBeUndefined()
  expect(
    provedOf(
      done('2026-11-18T12:00:00.000Z', { doneWhen: [criterion(true)] }),
      done('2026-11-17T12:00:00.000Z', { doneWhen: [criterion(false)] }),
      done('2026-11-17T12:00:00.000Z', { proof: { task: { kind: 'run', isPassed: true, behind: 0 } } }),
      done('2026-10-01T12:00:00.000Z', { doneWhen: [criterion(true)] }),
    ),
  ).toBe(2)
})
