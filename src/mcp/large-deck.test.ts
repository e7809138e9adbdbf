import { expect, test } from 'vitest'
import { agentOf } from '../../test/agent.ts'
import { type Engine, engines } from '../../test/database.ts'
import { copyTask } from '../../test/many-tasks.ts'
import { uploadApp } from '../../test/uploads.ts'
import { allTools } from './server.ts'

/** More than a page or a list of links holds, and together more than a result may be. */
const count = 250

/** The longest result of a tool. Agents cut longer ones, or refuse them. */
const maxCharacters = 100_000

/** An agent of a user with many large tasks, all of them parts of the first one. */
async function largeDeck(engine: Engine) {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const labels = Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(30, 'label'))
  const title = 'title '.padEnd(200, 'x')
  const description = 'words and\n'.repeat(1_000)
  const agent = await agentOf(app.origin, ana)
  const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
  const large = { title, description, labels, dueDate: '2026-11-20', repeat }
  const { _id } = (await ana.post('/tasks/createTask', large)).body.task
  await copyTask(app.database, _id, count)
  // The JSON of the copies is made again, because its version is not that of the task.
  const copies = app.database.db.updateTable('tasks').where('id', '<>', _id)
  await copies.set({ part_of: _id, json_version: 0 }).execute()
  return { ...app, ana, large, ...agent }
}

test.for(engines)('%s: no result of a tool is long, however much there is', async (engine) => {
  const { ana, client, large, use } = await largeDeck(engine)
  for (let round = 0; round < 60; round++) {
    await ana.put('/tasks/updateTask/1', { title: `${round}`.padEnd(200, 'y'), labels: round % 2 ? large.labels : [] })
  }
  for (let number = 0; number < 12; number++) {
    const commit = {
      commit: `${number}`.padStart(40, 'a'),
      title: 't'.repeat(200),
      url: `https://x.example/${'u'.repeat(1_900)}`,
      effect: 'links',
    }
    expect((await ana.post('/tasks/task/1/git', commit)).status).toBe(200)
  }
  for (let count = 0; count < 5; count++) await ana.post('/tasks/task/1/notes', { text: 'x'.repeat(10_000) })
  await ana.post('/views', { name: 'All', address: '/list?sort=title' })
  await ana.post('/views', { name: 'Words', address: '/list?q=words' })
  await ana.post('/views', { name: 'Next', address: '/next' })
  const some = Array.from({ length: 100 }, (_, index) => index + 2)
  const calls: [string, object][] = [
    ['list_tasks', { limit: 100 }],
    ['list_tasks', { view: 'All', limit: 100 }],
    ['list_tasks', { view: 'Words', limit: 100 }],
    ['list_tasks', { view: 'Next', limit: 100 }],
    ['search_tasks', { q: 'title', limit: 100 }],
    ['next_tasks', { limit: 100 }],
    ['get_task', { task: 1 }],
    ['task_history', { task: 1, limit: 100 }],
    ['create_tasks', { tasks: Array(100).fill({ ...large, description: 'short' }) }],
    ['update_task', { task: 1, title: 'Renamed' }],
    ['claim_task', { task: 2 }],
    ['release_task', { task: 2 }],
    ['complete_tasks', { tasks: some }],
    ['complete_tasks', { tasks: [1] }],
    ['link_tasks', { task: 1, kind: 'related', to: 2 }],
    ['add_note', { task: 1, text: 'x'.repeat(10_000) }],
    ['ask_owner', { task: 1, text: 'x'.repeat(10_000), choices: ['x'.repeat(80)] }],
    // A completed task is not waited for.
    ['wait_for_answer', { task: 1, question: 7 }],
    ['attach_text_file', { task: 1, name: 'n'.repeat(200), text: 'x'.repeat(500_000) }],
    ['undo', { change: 5 }],
  ]
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(allTools.map(({ name }) => name)))
  for (const [name, input] of calls) {
    const answer = await client.callTool({ name, arguments: { ...input } })
    const length = JSON.stringify(answer).length
    expect([name, input, length < maxCharacters, length]).toEqual([name, input, true, length])
  }
  const { data, text } = await use('get_task', { task: 1 })
  expect(data.links).toHaveLength(50)
  expect(text).toMatch(/- \d+ more\. To list its parts, call list_tasks with partOf 1\.\n/)
  for (const uri of ['taskdeck://task/1', 'taskdeck://view/All']) {
    expect(JSON.stringify(await client.readResource({ uri })).length).toBeLessThan(maxCharacters)
  }
  expect(JSON.stringify(await client.listResources()).length).toBeLessThan(maxCharacters)
  expect(JSON.stringify(await client.getPrompt({ name: 'plan_my_day' })).length).toBeLessThan(maxCharacters)
})

test.for(engines)('%s: a page of a large deck continues where the one before ended', async (engine) => {
  const { use } = await largeDeck(engine)
  const seen: number[] = []
  let offset: number | undefined = 0
  let pages = 0
  while (offset !== undefined) {
    const { data } = await use('list_tasks', { limit: 100, offset, sort: 'title' })
    expect(data.total).toBe(count)
    seen.push(...data.tasks.map(({ number }) => number))
    offset = data.nextOffset
    pages++
  }
  // The limit alone would make three.
  expect(pages).toBeGreaterThan(3)
  // Equal titles are sorted newest first.
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => count - index))
})
