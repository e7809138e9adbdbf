import { expect, test } from 'vitest'
import { agentOf, protocols } from '../../test/agent.ts'
import { engines } from '../../test/database.ts'
import { uploadApp } from '../../test/uploads.ts'

test.for(engines)('%s: an agent plans, works, reports and undoes, and the history names its token', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { use } = await agentOf(app.origin, ana, { name: 'night-agent' })

  const made = await use('create_tasks', {
    tasks: [
      { title: 'Fix the login timeout', priority: 'High', dueDate: '2026-11-20', labels: ['auth'] },
      { title: 'Write the release notes' },
    ],
  })
  expect(made.data.tasks).toMatchObject([
    { number: 1, title: 'Fix the login timeout', dueDate: '2026-11-20', labels: ['auth'] },
    { number: 2, status: 'Pending', priority: 'Medium' },
  ])
  expect(made.text).toContain('#1 Fix the login timeout')
  expect(made.text).toContain(`call undo with change ${made.data.change}`)

  await use('create_tasks', { tasks: [{ title: 'Reproduce it', partOf: '#1', description: '- [ ] on Firefox' }] })
  await use('link_tasks', { task: '2', kind: 'blocked by', to: '#1' })
  const next = await use('next_tasks')
  expect(next.data.tasks.map(({ number }) => number)).toEqual([1, 3])
  expect(next.data.tasks[0]?.reasons).toContain('1 task waits for it')
  expect((await use('list_tasks', { blocked: 'true' })).data.tasks.map(({ number }) => number)).toEqual([2])
  expect((await use('list_tasks', { partOf: '#1' })).data.tasks.map(({ number }) => number)).toEqual([3])
  expect((await use('search_tasks', { q: 'firef' })).data.tasks.map(({ number }) => number)).toEqual([3])

  await use('update_task', { task: '3', status: 'In Progress' })
  await use('attach_text_file', { task: '3', name: 'log “1”.txt', text: 'Überlauf\n' })
  const commit = { commit: 'a'.repeat(40), title: 'Reproduce the timeout', effect: 'links' }
  expect((await ana.post('/tasks/task/3/git', commit)).status).toBe(200)
  const found = await use('get_task', { task: '#3' })
  expect(found.data).toMatchObject({
    status: 'In Progress',
    files: [{ name: 'log “1”.txt', size: 10, type: 'text/plain' }],
    links: [{ kind: 'part of', direction: 'out', number: 1 }],
    git: [{ kind: 'commit', name: commit.commit }],
  })
  expect(found.text).toContain('> - [ ] on Firefox')
  expect(found.text).toContain('- commit aaaaaaa · Reproduce the timeout\n')

  const done = await use('complete_tasks', { tasks: ['#1', '3'] })
  expect((await use('list_tasks')).data.tasks.map(({ number }) => number)).toEqual([2])
  expect((await use('list_tasks', { status: 'Completed' })).data.total).toBe(2)
  expect((await use('list_tasks', { includeCompleted: true })).data.total).toBe(3)

  const history = await use('task_history', { task: '1' })
  expect(history.data.events[0]).toMatchObject({
    change: done.data.change,
    by: 'ana via night-agent (agent)',
    what: 'changed the status from Pending to Completed',
  })
  const undone = await use('undo', { change: done.data.change })
  expect((await use('list_tasks')).data.total).toBe(3)
  await use('undo', { change: undone.data.change })
  expect((await use('list_tasks')).data.total).toBe(1)

  // The user sees who did it, and can undo it too.
  const { events } = (await ana.get('/tasks/task/1/history')).body
  expect(new Set(events.map(({ via }: { via: string }) => via))).toEqual(new Set(['agent:night-agent']))
  const back = await ana.post('/tasks/undo')
  expect(back.body.message).toMatch(/ \(made by an agent via night-agent\)\.$/)
})

test.for(protocols)('%s: a list comes in pages, and says what is left out', async (protocol) => {
  const app = await uploadApp()
  const { use } = await agentOf(app.origin, app.as('ana'), { protocol })
  const tasks = Array.from({ length: 60 }, (_, index) => ({ title: `Task ${10 + index}` }))
  await use('create_tasks', { tasks })
  const first = await use('list_tasks', { sort: 'title' })
  expect(first.data).toMatchObject({ total: 60, nextOffset: 25 })
  expect(first.data.tasks).toHaveLength(25)
  expect(first.text).toMatch(/^Tasks 1 to 25 of 60\. .* call again with offset 25\.\n#1 Task 10 /)
  const last = await use('list_tasks', { sort: 'title', offset: 50 })
  expect(last.data.tasks.map(({ number }) => number)).toEqual(Array.from({ length: 10 }, (_, index) => 51 + index))
  expect(last.data.nextOffset).toBeUndefined()
  expect((await use('list_tasks', { offset: 60 })).text).toBe('There are only 60 tasks. Use a smaller offset.')
  expect((await use('search_tasks', { q: 'nothing' })).text).toMatch(/^No task matches\./)
})

test('a repeating task that is completed continues on the day where the user is', async () => {
  const app = await uploadApp({ dependencies: { clock: () => Date.parse('2026-11-16T23:30:00Z') } })
  const ana = app.as('ana')
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  const { use } = await agentOf(app.origin, ana)
  const repeat = { rule: 'FREQ=DAILY', from: 'completion' }
  await use('create_tasks', { tasks: [{ title: 'Water the plants', dueDate: '2026-11-10', repeat }] })
  expect((await use('list_tasks')).text).toContain('Today is 2026-11-17')
  const done = await use('complete_tasks', { tasks: ['1'] })
  expect(done.data.nextTasks).toMatchObject([{ number: 2, dueDate: '2026-11-18' }])
  expect(done.text).toContain('Repeats as #2 Water the plants · Pending · Medium · due 2026-11-18 · repeats every day')
})

test('completing a task names the parts that are still open', async () => {
  const app = await uploadApp()
  const { use } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', { tasks: [{ title: 'Release' }] })
  await use('create_tasks', {
    tasks: [
      { title: 'Notes', partOf: '1' },
      { title: 'Build', partOf: '#1' },
    ],
  })
  await use('create_tasks', { tasks: [{ title: 'Sign it', partOf: '3' }] })
  const done = await use('complete_tasks', { tasks: ['#1', '3'] })
  expect(done.text).toContain('2 parts are still open: complete those whose work is done, or tell the user.')
  expect(done.text).toContain('Open: #4 Sign it')
  expect(done.data.openParts?.map(({ number }) => number)).toEqual([2, 4])
  const updated = await use('update_task', { task: '1', status: 'Completed' })
  expect(updated.data.openParts?.map(({ number }) => number)).toEqual([2, 4])
  expect((await use('complete_tasks', { tasks: ['2', '4'] })).data.openParts).toBeUndefined()
})

test('a change that somebody else made to the same field is not lost', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { use, fail } = await agentOf(app.origin, ana)
  await use('create_tasks', { tasks: [{ title: 'Draft' }] })
  const { version } = (await use('get_task', { task: '1' })).data
  await ana.put('/tasks/updateTask/1', { title: 'Title of Ana' })
  const told = await fail('update_task', { task: '1', title: 'Title of the agent', version })
  expect(told).toContain('"title":"Title of Ana"')
  expect(told).toContain('give this version')
  await use('update_task', { task: '1', priority: 'Low', version })
  expect((await use('get_task', { task: '1' })).data).toMatchObject({ title: 'Title of Ana', priority: 'Low' })
})

test('criteria are named by their sentences, and keep their ids and ticks', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { use } = await agentOf(app.origin, ana)
  const doneWhen = [
    { text: 'Tests pass', command: 'npm test' },
    { text: 'Docs say so', isMet: true },
  ]
  await use('create_tasks', { tasks: [{ title: 'Fix', doneWhen }] })
  const { text, data } = await use('get_task', { task: '1' })
  expect(text).toContain('## Done when\n\n- [ ] Tests pass (npm test)\n- [x] Docs say so: Reported')
  expect(data.doneWhen).toEqual([
    { ...doneWhen[0], isMet: false },
    { ...doneWhen[1], proof: 'Reported' },
  ])
  const before = (await ana.get('/tasks/task/1')).body.doneWhen
  await use('update_task', { task: '1', doneWhen: [{ text: 'Docs say so' }, { ...doneWhen[0], isMet: true }] })
  expect((await ana.get('/tasks/task/1')).body.doneWhen).toEqual([before[1], { ...before[0], isMet: true }])
})

test('tasks are named by number, text or id, and yes and no are values or words', async () => {
  const app = await uploadApp()
  const { use } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', { tasks: [{ title: 'One' }] })
  await use('create_tasks', {
    tasks: [
      { title: 'Two', blockedBy: [1] },
      { title: 'Three', partOf: 1 },
    ],
  })
  const [{ _id }] = (await app.as('ana').get('/tasks/getTasks?priority=Medium')).body.tasks.slice(-1)
  for (const task of [1, '1', '#1', _id]) expect((await use('get_task', { task })).data.number).toBe(1)
  for (const blocked of [true, 'true']) {
    expect((await use('list_tasks', { blocked })).data.tasks.map(({ number }) => number)).toEqual([2])
  }
  expect((await use('search_tasks', { q: 'two', hasFiles: false })).data.total).toBe(1)
  expect((await use('list_tasks', { partOf: 1, limit: '5' })).data.tasks.map(({ number }) => number)).toEqual([3])
  const done = await use('complete_tasks', { tasks: [1, 3] })
  expect((await use('list_tasks', { includeCompleted: 'true' })).data.total).toBe(3)
  await use('undo', { change: String(done.data.change) })
  await use('link_tasks', { task: 2, kind: 'blocked by', to: 1, remove: 'true' })
  expect((await use('list_tasks', { blocked: true })).data.total).toBe(0)
})

test('an agent that has not seen that a task was completed does not open it again', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { use, fail } = await agentOf(app.origin, ana)
  await use('create_tasks', { tasks: [{ title: 'Deploy' }] })
  const { version } = (await use('get_task', { task: 1 })).data
  await use('update_task', { task: 1, status: 'In Progress' })
  await ana.put('/tasks/updateTask/1', { status: 'Completed' })
  const told = await fail('update_task', { task: 1, status: 'In Progress' })
  expect(told).toBe(
    'Task #1 is completed. If you did not know that, leave it so and tell the user. To open it again, call update_task with version 3.',
  )
  expect(await fail('update_task', { task: 1, status: 'Pending', version })).toContain('Nothing was overwritten.')
  // Other fields of a completed task can be changed without a version.
  await use('update_task', { task: 1, description: 'Done on Friday.' })
  expect((await use('get_task', { task: 1 })).data.status).toBe('Completed')
  await use('update_task', { task: 1, status: 'In Progress', version: 4 })
  expect((await use('get_task', { task: 1 })).data.status).toBe('In Progress')
})

test('an agent can list the tasks of a saved view by its name', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { use, fail } = await agentOf(app.origin, ana)
  await use('create_tasks', {
    tasks: [
      { title: 'One', priority: 'Low' },
      { title: 'Two', priority: 'High' },
      { title: 'Three', priority: 'Critical' },
    ],
  })
  await ana.post('/views', { name: 'Urgent', address: '/list?priority=High,Critical&sort=priority' })
  expect((await use('list_tasks', { view: 'urgent' })).data.tasks.map(({ number }) => number)).toEqual([3, 2])
  expect(await fail('list_tasks', { view: 'Urgent', label: 'auth' })).toBe('Give a view or filters, not both.')
  expect(await fail('list_tasks', { view: 'Later' })).toBe(
    'There is no saved view “Later”. The saved views are “Urgent”.',
  )
})

test('an agent can list the tasks in Later, which are open and start after today', async () => {
  const app = await uploadApp()
  const { use } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', {
    tasks: [
      { title: 'Now' },
      { title: 'Snoozed', startDate: '2999-01-01', labels: ['a'] },
      { title: 'Also', startDate: '2998-01-01', labels: ['b'] },
      { title: 'Begun', startDate: '2020-01-01' },
      { title: 'Done', startDate: '2999-01-01', status: 'Completed' },
    ],
  })
  const listed = async (given: object) =>
    (await use('list_tasks', given)).data.tasks.map(({ number }) => number).toSorted()
  expect(await listed({ inLater: true })).toEqual([2, 3])
  expect(await listed({ inLater: true, label: 'a' })).toEqual([2])
  expect(await listed({ inLater: false })).toEqual([1, 2, 3, 4])
})

test('a call that cannot be done says how to mend it', async () => {
  const app = await uploadApp()
  const { use, fail } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', { tasks: [{ title: 'Only task' }] })
  expect(await fail('get_task', { task: '99' })).toBe(
    'That task does not exist. Find the number of the task with search_tasks or list_tasks.',
  )
  expect(await fail('update_task', { task: '1' })).toContain('Give at least one field to change')
  expect(await fail('update_task', { task: '1', dueDate: 'soon' })).toBe(
    'dueDate must be a day that exists, such as 2026-11-14.',
  )
  expect(await fail('update_task', { task: '1', priority: 'Urgent' })).toContain(
    'priority must be one of Critical, High, Medium, Low.',
  )
  expect(await fail('update_task', { task: '1', owner: 'bo' })).toContain('owner is not a known field.')
  expect(await fail('get_task', { task: 1.5 })).toContain('task must be a string.')
  expect(await fail('get_task')).toContain('task is required.')
  expect(await fail('create_tasks', { tasks: [] })).toContain('tasks must have at least 1 item.')
  expect(await fail('link_tasks', { task: '1', kind: 'part of', to: '1' })).toMatch(/itself/)
  expect(await fail('undo', { change: 999 })).toMatch(/change/i)
  expect((await use('update_task', { task: '1', priority: 'Medium' })).text).toMatch(/^Nothing was changed/)
})

test.for(engines)('%s: agents take different tasks, and respect what others hold', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const [codex, aider] = [
    await agentOf(app.origin, ana, { name: 'codex' }),
    await agentOf(app.origin, ana, { name: 'aider' }),
  ]
  await codex.use('create_tasks', {
    tasks: [
      { title: 'Urgent', priority: 'High' },
      { title: 'Other', labels: ['ui'] },
    ],
  })
  const taken = await codex.use('claim_task')
  expect(taken.data.tasks).toMatchObject([
    { number: 1, status: 'In Progress', claim: 'Held by codex (agent), 30 min left' },
  ])
  expect(taken.text).toContain('Task #1 is yours for 30 min.')

  const next = await aider.use('next_tasks')
  expect(next.data.tasks.map(({ number }) => number)).toEqual([2])
  expect(next.text).toContain('1 more is left out, because somebody else holds it.')
  expect((await codex.use('next_tasks')).data.tasks.map(({ number }) => number)).toEqual([1, 2])
  expect((await aider.use('list_tasks', { claimed: 'codex' })).data.tasks.map(({ number }) => number)).toEqual([1])
  expect((await aider.use('claim_task', { filter: 'label=ui', minutes: 60 })).data.tasks[0]?.number).toBe(2)
  expect(await aider.fail('claim_task')).toMatch(/^No task is ready/)
  expect(await aider.fail('update_task', { task: '1', title: 'Mine' })).toMatch(
    /^codex \(agent\) holds task #1 for 30 min more/,
  )
  expect(await aider.fail('complete_tasks', { tasks: ['1', '2'] })).toMatch(/^codex \(agent\) holds task #1/)
  expect(await aider.fail('attach_text_file', { task: '1', name: 'a.txt', text: 'a' })).toMatch(/holds task #1/)
  await codex.use('release_task', { task: '1' })
  await aider.use('update_task', { task: '1', title: 'Mine' })
  // What the owner holds is never said to be held by "you", which would be the agent.
  await ana.post('/tasks/handOverClaims', { ids: ['2'] })
  expect(await aider.fail('add_note', { task: '2', text: 'Half of it' })).toMatch(/^The owner holds task #2 for 30 min/)
  expect((await aider.use('get_task', { task: '2' })).data.claim).toBe('Held by the owner, 30 min left')
})
