import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archiveBytes, importArchive, readArchive } from '../../../test/archives.ts'
import { type DavClient, davClient, todoText } from '../../../test/caldav.ts'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { listTasks } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { type UploadApp, uploadApp } from '../../../test/uploads.ts'
import { originalVia } from '../../contract/via.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of any kind are compared as they are.
type Any = any
type Person = ReturnType<UploadApp['as']>

/** A user with a token, and the numbers of the tasks that exist. */
interface World extends UploadApp {
  ana: Person
  token: ReturnType<typeof withToken>
  phone: DavClient
}

interface Step {
  name: string
  pick: number
  other: number
  text: string
}

const titles = ['Write #1 and #2', '=1+1', 'Größe 漢字 🙂', '"quoted" \\ <b>', 'العربية']
const commit = (pick: number) => `${pick}`.padStart(40, 'a')

const fieldsOf = ({ pick, other, text }: Step) => ({
  ...{
    title: titles[pick % titles.length],
    description: `${text} #${other}\n\`#${other}\`\n\n    #1`,
    labels: ['a', 'größe'],
  },
  ...(pick % 2
    ? { dueDate: '2026-11-20', reminders: ['due-2T09:00', '2026-11-18T10:00'] }
    : { startDate: '2027-01-01' }),
  ...(pick % 3 ? {} : { repeat: { rule: 'FREQ=WEEKLY;BYDAY=MO', from: 'due' }, dueDate: '2026-11-23' }),
  ...(pick % 2
    ? {}
    : { doneWhen: [{ text: `as in #${other}`, command: 'npm test', isMet: pick % 4 === 0 }], estimate: 3 }),
  ...(pick % 5 ? {} : { source: 'https://example.com/issues/1' }),
})

/** Numbers beyond the last task are refused, which does no harm. */
const steps: Record<string, (world: World, step: Step) => Promise<unknown>> = {
  create: ({ ana }, step) => ana.post('/tasks/createTask', { priority: 'High', status: 'Pending', ...fieldsOf(step) }),
  bulk: ({ token }, step) => token.post('/tasks/bulkCreateTasks', { tasks: [fieldsOf(step), { title: 'Plain' }] }),
  update: ({ ana }, { pick, text }) => ana.put(`/tasks/updateTask/${pick}`, { description: text, priority: 'Low' }),
  complete: ({ ana }, { pick }) => ana.put(`/tasks/updateTask/${pick}`, { status: 'Completed' }),
  start: ({ token }, { pick }) => token.put(`/tasks/updateTask/${pick}`, { status: 'In Progress' }),
  link: ({ ana }, { pick, other }) => ana.put(`/tasks/updateTask/${pick}`, { blockedBy: [`${other}`], related: ['1'] }),
  part: ({ ana }, { pick, other }) => ana.put(`/tasks/updateTask/${pick}`, { partOf: `${other}` }),
  claim: ({ token }, { pick }) => token.post('/tasks/claim', { task: `${pick}` }),
  note: ({ token }, { pick, other, text }) => token.post(`/tasks/task/${pick}/notes`, { text: `#${other}: ${text}` }),
  edit: ({ ana }, { pick }) => ana.put(`/tasks/task/${pick}/notes/1`, { text: 'Edited' }),
  unnote: ({ ana }, { pick, other }) => ana.delete(`/tasks/task/${pick}/notes/${other}`),
  ask: ({ token }, { pick }) => token.post(`/tasks/task/${pick}/questions`, { text: 'Which?', choices: ['A', 'B'] }),
  answer: ({ ana }, { pick, other }) => ana.post(`/tasks/task/${pick}/notes/${other}/answer`, { answer: 'A' }),
  prove: ({ token }, { pick, other }) =>
    token.post(`/tasks/task/${pick}/receipts`, {
      ...{
        kind: 'run',
        command: 'npm test',
        exitCode: other % 2,
        startedAt: '2026-11-01T00:00:00Z',
        commit: commit(other),
      },
    }),
  commit: ({ token }, { pick, other }) =>
    token.post(`/tasks/task/${pick}/git`, { commit: commit(other), title: 'Fix', effect: 'links' }),
  upload: ({ upload, ana }, { pick, text }) => upload(ana, `${pick}`, text, 'proof.txt').catch(() => {}),
  async detach({ ana }, { pick }) {
    const { files = [] } = (await ana.get(`/tasks/task/${pick}`)).body
    if (files[0]) await ana.delete(`/tasks/task/${pick}/files/${files[0]._id}`)
  },
  trash: ({ ana }, { pick }) => ana.delete(`/tasks/deleteTask/${pick}`),
  purge: ({ ana }, { pick }) => ana.delete(`/tasks/trash/${pick}`),
  restore: ({ ana }, { pick }) => ana.post(`/tasks/trash/${pick}/restore`, {}),
  undo: ({ ana }) => ana.post('/tasks/undo', {}),
  redo: ({ ana }) => ana.post('/tasks/redo', {}),
  view: ({ ana }, { pick }) =>
    ana.post('/views', { name: `View ${pick}`, address: '/list?label=a', pinned: pick % 2 === 0 }),
  async offer({ ana }) {
    const { views } = (await ana.get('/views')).body
    return ana.put('/caldav/views', { views: views.map(({ id }: Any) => id).slice(0, 2) })
  },
  /** A new to-do with a UID of the app, and another choice for one that is there. */
  phone: ({ phone }, { pick, text }) =>
    phone.send(
      'PUT',
      `own ${pick}.ics`.replace(' ', '%20'),
      todoText(`uid-${pick}`, `SUMMARY:${pick}`, `X-OWN:${text.slice(0, 5)}`),
    ),
  async sort({ phone, ana }, { pick, other }) {
    const { _id } = (await ana.get(`/tasks/task/${pick}`)).body
    const { text } = await phone.send('GET', `${_id}.ics`)
    return phone.send('PUT', `${_id}.ics`, text.replace('END:VTODO', `X-APPLE-SORT-ORDER:${other}\r\nEND:VTODO`))
  },
  colour: ({ ana }) => ana.put('/labels/colours', { label: 'größe', colour: 'teal' }),
  prefer: ({ ana }) => ana.put('/auth/preferences', { theme: 'dark', proofRule: 'always', timeZone: 'Asia/Tokyo' }),
}

/** The beginning of every deck, so that the steps find something. */
const prelude: Step[] = [
  ...[1, 2, 3, 4, 5, 6].map((pick) => ({ name: 'create', pick, other: 2, text: 'First' })),
  ...['note', 'ask', 'edit', 'answer', 'prove', 'commit', 'upload', 'start'].map((name) => ({
    ...{ name, pick: 1, other: 2, text: 'b' },
  })),
  ...['update', 'undo', 'redo', 'claim', 'bulk', 'view', 'offer', 'phone', 'sort', 'colour', 'prefer'].map((name) => ({
    ...{ name, pick: 2, other: 1, text: 'c' },
  })),
  ...['note', 'unnote', 'upload', 'detach'].map((name) => ({ name, pick: 3, other: 1, text: 'd' })),
  { name: 'link', pick: 3, other: 2, text: '' },
  { name: 'part', pick: 4, other: 3, text: '' },
  ...['complete', 'trash', 'restore', 'trash', 'purge'].map((name) => ({ name, pick: 5, other: 1, text: '' })),
]

const step = fc.record({
  name: fc.constantFrom(...Object.keys(steps)),
  pick: fc.integer({ min: 1, max: 6 }),
  other: fc.integer({ min: 1, max: 4 }),
  text: fc.constantFrom('a', 'Zeile\n\n- [ ] eins', 'x'.repeat(2_000), '🙂 #3'),
})

/** An archive without that which must differ between two accounts: the ids of files, the authors' mark, claims, and links to nothing. */
async function comparable(bytes: Buffer, imports: number) {
  const { files, of, text } = await readArchive(bytes)
  const names = new Map<string, string>()
  const archived = of('file')
    .map((file) => ({ ...file, _id: '', path: '', bytes: files.get(file.path)?.toString(), id: file._id }))
    .sort((a, b) => (`${a.createdAt} ${a.sha256}` < `${b.createdAt} ${b.sha256}` ? -1 : 1))
  for (const [index, { id }] of archived.entries()) names.set(id, `file ${index}`)
  const tasks = of('task')
  const ids = new Set(tasks.map(({ _id }) => _id))
  const named = (value: Any): Any =>
    JSON.parse(JSON.stringify(value), (key, inner) => {
      if (typeof inner !== 'string') return inner
      return key === 'via' || key === 'answeredVia' ? originalVia(inner) : (names.get(inner) ?? inner)
    })
  const known = (links: string[] = []) => links.filter((id) => ids.has(id))
  const linked = ({ claim: _, partOf, blockedBy, related, ...task }: Any) => ({
    ...task,
    ...{ partOf: ids.has(partOf) ? partOf : null, blockedBy: known(blockedBy), related: known(related) },
  })
  // The last events are those of the import itself.
  const events = of('event').slice(0, imports ? -imports : undefined)
  const ranks = new Map(events.map(({ seq }, index) => [seq, index]))
  return named({
    ...{ settings: of('settings'), views: of('view'), labels: of('label'), tasks: tasks.map(linked) },
    ...{ todos: of('todo'), notes: of('note'), receipts: of('receipt'), references: of('reference') },
    lastNumber: of('archive')[0].lastNumber,
    files: archived.map(({ id: _, ...file }) => file),
    events: events.map((event) => ({
      ...{ ...event, via: event.via ?? 'session', seq: ranks.get(event.seq), change: ranks.get(event.change) },
      undoes: event.undoes === null ? null : (ranks.get(event.undoes) ?? null),
    })),
    document: text('tasks.md').replace(/^# .*/, ''),
  })
}

test.for(engines)('%s: any deck that is exported and imported is the same deck', { tags: 'long' }, async (engine) => {
  const app = await uploadApp({ engine, config: { signupsPerHour: 1_000_000 } })
  let people = 0
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (given) => {
      const [ana, cleo] = [app.as(`ana${++people}`), app.as(`cleo${people}`)]
      const { token } = await makeToken(ana)
      const phone = await davClient(app, ana, { name: 'phone' })
      const world = { ...app, ana, token: withToken(app, token), phone }
      for (const one of [...prelude, ...given]) {
        const answer = (await steps[one.name]?.(world, one)) as { status?: number } | undefined
        if (answer?.status === undefined || answer.status < 300) done.add(one.name)
      }
      const first = await archiveBytes(app.app, ana)
      const { status, body } = await importArchive(cleo, first)
      expect([status, body.message]).toEqual([200, expect.stringMatching(/^Imported \d+ tasks?\.$/)])
      const imports = body.seq ?? 0
      const second = await archiveBytes(app.app, cleo)
      expect(await comparable(second, imports)).toEqual(await comparable(first, 0))
      await expectExactCounts(app.database, (await cleo.user())._id)
      // Again, into an account that has it: nothing changes.
      const before = await listTasks(cleo)
      expect((await importArchive(cleo, second)).body).toMatchObject({ created: 0, change: null })
      expect(await listTasks(cleo)).toEqual(before)
      // One undo takes it back.
      if (body.change) expect((await cleo.post('/tasks/undo', { change: body.change })).status).toBe(200)
      expect(await listTasks(cleo)).toEqual([])
      await expectExactCounts(app.database, (await cleo.user())._id)
    }),
    { seed: 5, numRuns: cases(2, 150), endOnFailure: true },
  )
  // Otherwise this test would prove little.
  expect(Object.keys(steps).filter((name) => !done.has(name))).toEqual([])
})
