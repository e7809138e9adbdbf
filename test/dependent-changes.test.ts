import { expect, test } from 'vitest'
import type { Side } from '../src/contract/merge-text.ts'
import { type Intent, nextIdsOf } from '../src/web/deck/change.ts'
import { resolved } from '../src/web/deck/resolve.ts'
import { device } from './deck.ts'
import { weekly } from './deck-steps.ts'
import { deckWorld, newTask } from './deck-world.ts'

/** A device whose completion of a repeating task conflicts, after it has also changed the next task. `decide` answers the question. */
async function refusedCompletion(changeOfNext: (id: string) => Intent) {
  const { person, origin, cookie } = await deckWorld()
  const one = device(origin, cookie)
  await one.open()
  const task = { ...newTask('Weekly'), repeat: weekly }
  one.store().make({ kind: 'create', tasks: [task] })
  await expect.poll(() => one.view().changes).toEqual([])
  await expect.poll(() => one.view().tasks).toMatchObject([{ number: 1 }])
  one.cut()
  const completion = one.store().make({ kind: 'update', task: task._id, values: { status: 'Completed' } })
  const [next = ''] = nextIdsOf(completion.intent)
  one.store().make(changeOfNext(next))
  await person.put(`/tasks/updateTask/${task._id}`, { status: 'In Progress' })
  one.mend()
  one.store().sendNow()
  await expect
    .poll(() => one.view().changes)
    .toMatchObject([{ problem: { kind: 'conflict' } }, { problem: { kind: 'gone' } }])
  async function decide(side: Side) {
    const [asked] = one.view().changes
    if (asked)
      await one.store().remake(
        asked,
        resolved(asked, () => side),
      )
    await expect.poll(() => one.view().changes).toEqual([])
    const { tasks } = (await person.get('/tasks/getTasks')).body
    const trash = (await person.get('/tasks/trash')).body.tasks
    one.close()
    return { next, tasks, trash }
  }
  return { one, decide }
}

const removal = (id: string): Intent => ({ kind: 'remove', tasks: [id] })

test('the deletion of the next task waits for the decision about the completion that adds it, and follows it', async () => {
  const { one, decide } = await refusedCompletion(removal)
  expect(one.view().changes[1]?.problem?.message).toContain('needs your decision first')
  const { next, tasks, trash } = await decide('wanted')
  expect(tasks).toMatchObject([{ title: 'Weekly', status: 'Completed' }])
  expect(trash).toMatchObject([{ _id: next }])
})

test('the deletion of a next task that is never added leaves the list with the decision', async () => {
  const { decide } = await refusedCompletion(removal)
  const { tasks, trash } = await decide('current')
  expect(tasks).toMatchObject([{ title: 'Weekly', status: 'In Progress' }])
  expect(trash).toEqual([])
})

test('a text that was written into the next task follows the completion', async () => {
  const { decide } = await refusedCompletion((task) => ({ kind: 'update', task, values: { title: 'Next week' } }))
  const { next, tasks } = await decide('wanted')
  expect(tasks).toContainEqual(expect.objectContaining({ _id: next, title: 'Next week' }))
})
