import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { connectForge, hashOf } from '../../../test/forges.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { forges } from '../../contract/forges.ts'
import type { Webhook } from '../../contract/schemas/webhooks.ts'

const statusOf = async (person: Parameters<typeof listTasks>[0], id: string) =>
  (await listTasks(person)).find(({ _id }) => _id === id)?.status

for (const forge of forges) {
  test.for(engines)(
    `%s: ${forge}: a push that says so completes, and a branch named after a task starts it`,
    async (engine) => {
      const { app, as } = await testApp({ engine })
      const ana = as('ana')
      const [done, started, linked] = [await addTask(ana), await addTask(ana), await addTask(ana)]
      const hook = await connectForge(app, ana, forge)

      const branch = await hook.push({ branch: '2-fix-login', messages: ['Try it, closes #1'], created: true })
      expect([branch.status, branch.body.message]).toEqual([200, 'Started #2.'])
      const message = 'Fix login\n\nCloses #1 and fixes #99\n\nTask: #3'
      const pushed = await hook.push({ messages: ['Prepare', message] })
      expect([pushed.status, pushed.body.message]).toEqual([200, 'Completed #1. Linked #3. Not found: #99.'])

      expect(await statusOf(ana, done._id)).toBe('Completed')
      expect(await statusOf(ana, started._id)).toBe('In Progress')
      expect(await statusOf(ana, linked._id)).toBe('Pending')
      const { references } = (await ana.get(`/tasks/task/${done._id}/git`)).body
      expect(references).toEqual([
        {
          id: expect.any(String),
          kind: 'commit',
          name: hashOf(message),
          title: 'Fix login',
          url: expect.stringMatching(/^https:.*\/ana\/project\/.*commit\//),
          repository: 'ana/project',
          state: null,
          at: expect.any(String),
        },
      ])
      const events = await historyOf(ana, done._id)
      expect(events.map(({ kind, via, by }) => [kind, via, by])).toEqual([
        ['updated', `hook:${forge}:push`, 'ana'],
        ['referenced', `hook:${forge}:push`, 'ana'],
        ['created', 'session', 'ana'],
      ])
      const branches = (await ana.get(`/tasks/task/${started._id}/git`)).body.references
      expect(branches).toMatchObject([
        { kind: 'branch', name: '2-fix-login', url: expect.stringContaining('2-fix-login') },
      ])
    },
  )

  test.for(engines)(
    `%s: ${forge}: a change request starts its task when opened and completes it when merged`,
    async (engine) => {
      const { app, as } = await testApp({ engine })
      const ana = as('ana')
      const task = await addTask(ana)
      const hook = await connectForge(app, ana, forge)
      const request = { source: '1-fix-login', title: 'Fix login', text: 'Closes #1' }
      expect((await hook.change(request)).body.message).toBe('Started #1.')
      expect(await statusOf(ana, task._id)).toBe('In Progress')
      expect((await hook.change({ ...request, state: 'merged', target: 'next' })).body.message).toBe(
        'Already known: #1.',
      )
      expect((await hook.change({ ...request, state: 'merged' })).body.message).toBe('Completed #1.')
      expect(await statusOf(ana, task._id)).toBe('Completed')
      const { references } = (await ana.get('/tasks/task/1/git')).body
      const name = forge === 'gitlab' ? '!7' : '#7'
      expect(references).toMatchObject([{ kind: 'change', name, title: 'Fix login', state: 'merged' }])
    },
  )
}

test.for(engines)('%s: one delivery is one change, which undo takes back and redo brings again', async (engine) => {
  const { app, as } = await testApp({ engine })
  const ana = as('ana')
  await addTask(ana, { repeat: { rule: 'rrule:freq=weekly;interval=1', from: 'due' } })
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  const before = await listTasks(ana)
  const { body } = await hook.push({ messages: ['Release', 'Both of them: closes #1, #2'] })
  expect(body.message).toBe('Completed #1 and #2.')
  // Completing a repeating task adds the next one, as everywhere.
  const statuses = async () => (await listTasks(ana)).map(({ number, status }) => [number, status]).sort()
  const after = await statuses()
  expect(after).toEqual([
    [1, 'Completed'],
    [2, 'Completed'],
    [3, 'Pending'],
  ])
  expect((await undo(ana)).status).toBe(200)
  expect((await listTasks(ana)).map(({ status }) => status)).toEqual(before.map(({ status }) => status))
  expect((await ana.get('/tasks/task/1/git')).body.references).toEqual([])
  // What the user has undone stays undone, even if the forge reports it in another delivery.
  expect((await hook.push({ messages: ['Both of them: closes #1, #2'] })).body.message).toBe(
    'Already known: #1 and #2.',
  )
  expect(await statuses()).toEqual(before.map(({ number, status }) => [number, status]).sort())
  expect((await redo(ana)).status).toBe(200)
  expect(await statuses()).toEqual(after)
  expect((await ana.get('/tasks/task/1/git')).body.references).toHaveLength(1)
})

test('a push never moves a task backwards, and a completed task is only linked', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  const task = await addTask(ana, { status: 'Completed' })
  const trashed = await addTask(ana)
  await ana.delete(`/tasks/deleteTask/${trashed._id}`)
  const hook = await connectForge(app, ana, 'github')
  expect((await hook.push({ branch: '1-again' })).body.message).toBe('Linked #1.')
  expect((await hook.push({ messages: ['Fixes #1, #2'] })).body.message).toBe('Linked #1. Not found: #2.')
  expect(await statusOf(ana, task._id)).toBe('Completed')
})

test('a change request from a fork counts only when it is merged', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  for (const forge of forges) {
    const hook = await connectForge(app, ana, forge)
    const foreign = { source: '1-mine', title: '#1 Mine', text: 'Closes #1', fork: true }
    expect((await hook.change(foreign)).body.message).toBe('No task is named.')
  }
  expect(await historyOf(ana, '1')).toHaveLength(1)
  const hook = await connectForge(app, ana, 'github')
  expect((await hook.change({ text: 'Closes #1', fork: true, state: 'merged' })).body.message).toBe('Completed #1.')
})

test('the same commit from a webhook and from the command line counts once', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  const message = 'Fix it, closes #1'
  const commit = { commit: hashOf(message), title: 'Fix it\u0007, closes #1', effect: 'completes' }
  const reported = await ana.post('/tasks/task/1/git', commit)
  expect([reported.status, reported.body.message]).toEqual([200, 'Completed #1.'])
  expect((await ana.post('/tasks/task/1/git', commit)).body).toMatchObject({ message: 'Already known: #1.', seq: null })
  const hook = await connectForge(app, ana, 'gitea')
  await ana.put('/tasks/updateTask/1', { status: 'In Progress' })
  expect((await hook.push({ messages: [message] })).body.message).toBe('Already known: #1.')
  expect((await ana.get('/tasks/task/1/git')).body.references).toHaveLength(1)
  expect((await listTasks(ana))[0]?.status).toBe('In Progress')
})

test('the log says how many commits a forge has left out', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  const message = 'Add a test, closes #1'
  for (const forge of ['gitlab', 'gitea'] as const) {
    const hook = await connectForge(app, ana, forge)
    const { body } = await hook.push({ messages: [message, 'Tidy'], total: 12 })
    expect(body.message).toContain('The forge sent only 2 of 12 commits. If another one closes a task,')
    const { deliveries } = (await ana.get(`/hooks/${hook.id}/deliveries`)).body
    expect(deliveries[0].message).toBe(body.message)
    // Commits of other branches do not count yet, and a push that is sent whole needs no remark.
    expect((await hook.push({ branch: 'other', messages: ['Try'], total: 12 })).body.message).toBe('No task is named.')
    expect((await hook.push({ messages: ['Nothing'], total: 1 })).body.message).toBe('No task is named.')
  }
})

test.for(engines)(
  '%s: a webhook with authors counts only their commits, branches and change requests',
  async (engine) => {
    const { app, as } = await testApp({ engine })
    const ana = as('ana')
    for (let count = 0; count < 3; count++) await addTask(ana)
    const bo = { email: 'bo@example.com', username: 'bo' }
    const noReply = { email: '1+ana@users.noreply.example.com', username: 'ana' }
    const statuses = async () => (await listTasks(ana)).map(({ number, status }) => [number, status]).sort()
    const before = await statuses()
    for (const forge of forges) {
      const hook = await connectForge(app, ana, forge, [' Ana@Example.com', 'ana', 'ANA'])
      expect((await ana.get('/hooks')).body.hooks[0].authors).toEqual(['ana@example.com', 'ana'])
      const pushed = await hook.push({ messages: [`Fixes #1 (${forge})`, `Fixes #2 (${forge})`], by: bo })
      expect(pushed.body.message).toBe('No task is named. Not counted: 2 commits of other authors.')
      const branch = await hook.push({ branch: '2-theirs', by: bo })
      expect(branch.body.message).toBe('No task is named. Pushed by someone who is not one of your authors.')
      const request = { source: '2-theirs', text: 'Closes #2', by: bo }
      expect((await hook.change({ ...request, state: 'merged' })).body.message).toBe(
        'No task is named. Its author is not one of yours.',
      )
    }
    expect(await statuses()).toEqual(before)
    const [github, gitlab] = [
      await connectForge(app, ana, 'github', ['ana']),
      await connectForge(app, ana, 'gitlab', ['ana@example.com']),
    ]
    expect((await github.push({ messages: ['Mine, fixes #1'], by: noReply })).body.message).toBe('Completed #1.')
    expect((await gitlab.change({ text: 'Closes #2', state: 'merged' })).body.message).toBe('Completed #2.')
    expect((await gitlab.push({ messages: ['Mine too, fixes #3'] })).body.message).toBe('Completed #3.')
    const isOurs = ({ forge, authors }: Webhook) => forge === 'github' && authors.length === 1
    const { id } = (await ana.get('/hooks')).body.hooks.find(isOurs)
    const changed = await ana.put(`/hooks/${id}`, { name: ' Mine ', authors: ['BO'] })
    expect([changed.status, changed.body.hook]).toEqual([
      200,
      expect.objectContaining({ id, name: 'Mine', authors: ['bo'], lastDelivery: expect.anything() }),
    ])
    expect((await github.push({ messages: ['Mine no more, fixes #9'] })).body.message).toContain('of other authors')
    expect((await github.push({ messages: ['Theirs, fixes #9'], by: bo })).body.message).toBe('Not found: #9.')
    expect((await ana.put(`/hooks/${id}`, { authors: [] })).body.hook).toMatchObject({ name: 'Mine', authors: [] })
    expect((await github.push({ messages: ['All, fixes #9'] })).body.message).toBe('Not found: #9.')
    for (const wrong of [{}, { name: '' }, { authors: ['a b'] }, { secret: 'mine' }]) {
      expect((await ana.put(`/hooks/${id}`, wrong)).status).toBe(400)
    }
    expect((await as('bo').put(`/hooks/${id}`, { name: 'Theirs' })).status).toBe(404)
    for (const authors of [['a b'], [''], Array.from({ length: 21 }, (_, count) => `ana${count}`)]) {
      expect((await ana.post('/hooks', { name: 'Project', forge: 'github', authors })).status).toBe(400)
    }
  },
)
