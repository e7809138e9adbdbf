import type { ManyChange } from '../src/contract/schemas/tasks.ts'
import { taskLimits } from '../src/contract/tasks.ts'
import type { Attacker } from './attacker.ts'
import type { Attack } from './attacks.ts'

const tasksAtOnce = 100
const ids = Array.from({ length: taskLimits.bulkChange }, (_, index) => String(index + 1))
const description =
  'One of ten thousand tasks, which all are changed at once, with a description of usual length. '.repeat(3)

/** Adds the tasks that are changed at once. The last of them is left out of the changes, so that all others can be linked to it. */
async function fill(attacker: Attacker, more: object = {}): Promise<void> {
  const task = { title: 'One of ten thousand', description, dueDate: '2026-11-15', labels: ['one', 'two'], ...more }
  const tasks = Array(tasksAtOnce).fill(task)
  const calls = Array.from({ length: taskLimits.bulkChange / tasksAtOnce + 1 }, () => ({ tasks }))
  await attacker.sendAll(calls.map((body) => ['POST', '/tasks/bulkCreateTasks', body]))
}

/** Makes a change of 10,000 tasks, undoes it, makes it again and undoes that, over and over. Throws if one is refused. */
const changing = (name: string, makeChange: (attacker: Attacker) => Promise<number>, task?: object): Attack => ({
  name: `${name} of 10,000 tasks at once, undone and redone`,
  ...(task ? {} : { account: 'ten thousand' }),
  prepare: (attacker) => fill(attacker, task),
  run: (attacker) =>
    attacker.repeat(1, async () => {
      const post = (path: string) => attacker.send('POST', path, {})
      for (const step of [
        () => makeChange(attacker),
        ...['undo', 'redo', 'undo'].map((path) => () => post(`/tasks/${path}`)),
      ]) {
        const status = attacker.isEnded ? 200 : await step()
        if (!attacker.isEnded && status !== 200) throw new Error(`A change of 10,000 tasks was answered with ${status}`)
      }
    }),
})

const update = (change: ManyChange) => (attacker: Attacker) =>
  attacker.send('POST', '/tasks/bulkUpdateTasks', { ids, change })

const target = String(taskLimits.bulkChange + 1)
const labels = Array.from({ length: 8 }, (_, index) => `label-${index}`)

/** Bulk changes of every kind: one owner's change is one change, and others write meanwhile. */
export const bulkAttacks: Attack[] = [
  changing('status and priority', update({ status: 'In Progress', priority: 'High' })),
  changing('labels', update({ addLabels: labels, removeLabels: ['one'] })),
  changing(
    'links',
    update({
      addLinks: [
        { kind: 'part of', to: target },
        { kind: 'blocked by', to: target },
      ],
    }),
  ),
  changing('deletion', (attacker) => attacker.send('POST', '/tasks/bulkDeleteTasks', { ids })),
  changing('completion', update({ status: 'Completed' }), { repeat: { rule: 'FREQ=DAILY', from: 'due' } }),
]
