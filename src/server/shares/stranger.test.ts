import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { addNote } from '../../../test/notes.ts'
import { addReceipt } from '../../../test/receipts.ts'
import { readerOf, shareIt } from '../../../test/shares.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { sharedPage } from '../../contract/schemas/shares.ts'
import { linkHeader, partsOf, type SharePart, shareKinds } from '../../contract/shares.ts'

/** Texts that are on a page only if their part is chosen. */
const marks: Record<SharePart, string> = {
  dates: '2031-03-03',
  priority: '"High"',
  labels: 'label-word',
  parents: '"parent":"parent-word"',
  description: 'description-word',
  criteria: 'criterion-word',
  parts: 'part-word',
  notes: 'note-word',
  files: 'file-word',
}
/** Texts that no page contains, whatever is chosen. */
const hidden = [
  ...['command-word', 'blocker-word', 'receipt-word', 'branch-word', 'link-word', 'gone-word', 'codex', '@'],
  ...['2031-04-04', '"estimate', '"number', '"version', '"claim', '"reminders', '"user_id', '"via', '"seq', '"epoch'],
]
const others = partsOf('task').filter((part) => part !== 'notes' && part !== 'files')

async function world(engine: (typeof engines)[number]) {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const blocker = await addTask(ana, { title: 'blocker-word', labels: [] })
  const parent = await addTask(ana, { title: 'parent-word', labels: ['label-word'], dueDate: null })
  const task = await addTask(ana, {
    ...{ title: 'The task', description: 'description-word #1', priority: 'High', labels: ['label-word'] },
    ...{ dueDate: '2031-03-03', estimate: 90, blockedBy: [blocker._id], partOf: parent._id },
    ...{ doneWhen: [{ text: 'criterion-word', command: 'command-word' }], reminders: ['2031-04-04T09:00'] },
  })
  await addTask(ana, { title: 'part-word', labels: [], dueDate: null, partOf: task._id })
  await addNote(ana, task._id, 'note-word')
  await addReceipt(ana, task._id, { command: 'receipt-word', branch: 'branch-word' })
  const { view } = (await ana.post('/views', { name: 'A view', address: '/list?label=label-word' })).body
  const targets = { task: { task: task._id }, view: { view: view.id as string } }
  return { ...app, ana, task, blocker, targets }
}

test.for(engines)(
  '%s: each part of a page is shown only if it is chosen, and nothing else is ever shown',
  async (engine) => {
    const { ana, task, targets, upload, ...app } = await world(engine)
    await upload(ana, task._id, 'bytes', 'file-word.txt')
    const gone = await upload(ana, task._id, 'bytes', 'gone-word.txt')
    await ana.delete(`/tasks/task/${task._id}/files/${gone._id}`)
    for (const kind of shareKinds) {
      const known = partsOf(kind)
      for (const parts of [[], ...known.map((part) => [part]), [...known]]) {
        const { secret } = await shareIt(ana, { ...targets[kind], parts, name: 'link-word' })
        const page = await readerOf(app, secret).page()
        expect(Object.keys(page).filter((field) => !(field in sharedPage.properties))).toEqual([])
        const text = JSON.stringify(page)
        const shown = known.filter((part) => text.includes(marks[part]))
        expect([kind, shown]).toEqual([kind, parts])
        expect(hidden.filter((words) => text.includes(words))).toEqual([])
      }
    }
  },
)

test.for(engines)('%s: a link opens the files of its task, if they are chosen, and no others', async (engine) => {
  const { ana, task, blocker, targets, upload, origin } = await world(engine)
  const file = await upload(ana, task._id, '<script>', 'file-word.html', 'text/html')
  const gone = await upload(ana, task._id, 'bytes')
  await ana.delete(`/tasks/task/${task._id}/files/${gone._id}`)
  const foreign = await upload(ana, blocker._id, 'bytes')
  const open = async (secret: string, id: string) =>
    fetch(`${origin}/shared/files/${id}`, { headers: { [linkHeader]: secret } })
  const { secret, share } = await shareIt(ana, { ...targets.task, parts: ['files'] })
  const response = await open(secret, file._id)
  expect([response.status, await response.text()]).toEqual([200, '<script>'])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-type': 'application/octet-stream', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    'content-disposition': expect.stringContaining('attachment'),
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const refusal = { message: 'That file does not exist.', code: 'not_found' }
  const without = [
    await shareIt(ana, { ...targets.task, parts: [...others, 'notes'] }),
    await shareIt(ana, targets.task),
    await shareIt(ana, targets.view),
  ]
  for (const [one, id] of [
    ...without.map((made) => [made.secret, file._id] as const),
    [secret, gone._id],
    [secret, foreign._id],
    [secret, task._id],
  ] as const) {
    const refused = await open(one, id)
    expect([refused.status, await refused.json()]).toEqual([404, refusal])
  }
  await ana.put(`/shares/${share.id}`, { parts: ['notes'] })
  expect((await open(secret, file._id)).status).toBe(404)
})

test.for(engines)(
  '%s: an imported note keeps its author on a page, so no words are put into the mouth of the owner',
  async (engine) => {
    const { ana, task, targets, database, ...app } = await world(engine)
    await addNote(ana, task._id, 'Second')
    await addNote(ana, task._id, 'Third')
    const authors = ['imported:session', 'imported:agent:helper', 'imported:link:link-word']
    for (const [index, via] of authors.entries())
      await database.db
        .updateTable('notes')
        .set({ via })
        .where('number', '=', index + 1)
        .execute()
    const page = await readerOf(app, (await shareIt(ana, { ...targets.task, parts: ['notes'] })).secret).page()
    expect(page.task?.notes?.map(({ by }) => by)).toEqual(['A reader', 'helper (agent)', 'ana'])
  },
)
