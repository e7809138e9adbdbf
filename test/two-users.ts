import type { Route } from '../src/contract/endpoint.ts'
import { identityId } from '../src/server/accounts/identities.ts'
import { addPasskey } from './authenticator.ts'
import type { Engine } from './database.ts'
import { issueSource } from './issue-forges.ts'
import { meetingCalendar } from './meetings.ts'
import { outgoingHook } from './outgoing-hooks.ts'
import { askOwner } from './questions.ts'
import { addReceipt } from './receipts.ts'
import { shareIt } from './shares.ts'
import { addTask } from './tasks.ts'
import { makeToken, withToken } from './tokens.ts'
import { uploadApp } from './uploads.ts'

/** Everything of one user that a URL can name. */
export interface Things {
  task: string
  number: string
  file: string
  note: string
  noteNumber: string
  /** Questions of a program: one to answer, and one to withdraw. */
  question: string
  questionNumber: string
  withdrawn: string
  withdrawnNumber: string
  /** The token of the program that asks them. No URL names it. */
  secret: string
  session: string
  identity: string
  /** Is nobody's: an id of the settings. */
  provider: string
  token: string
  passkey: string
  picture: string
  view: string
  calendar: string
  feed: string
  share: string
  hook: string
  way: string
  outgoing: string
  delivery: string
  meetings: string
  source: string
  /** A task to link the other one to, and the kind of their link, which is the same for everyone. */
  linked: string
  linkKind: string
  /** In the trash: a task and a file to restore, and a task and a file to delete for good. */
  trashed: string
  trashedNumber: string
  removed: string
  doomed: string
  doomedNumber: string
  doomedFile: string
}

/** The things that a path parameter can name. A parameter that is not listed here fails the tests below. */
const named: Record<string, (keyof Things)[]> = {
  'tasks :id': ['task', 'number'],
  'tasks :file': ['file'],
  'tasks :note': ['note', 'noteNumber'],
  'tasks :kind': ['linkKind'],
  'tasks :to': ['linked'],
  'auth :id': ['session', 'token', 'passkey', 'identity'],
  'auth :hash': ['picture'],
  'auth :provider': ['provider'],
  'views :id': ['view'],
  'calendars :id': ['calendar'],
  'calendar :file': ['feed'],
  'meetings :id': ['meetings'],
  'shares :id': ['share'],
  'shared :id': ['file'],
  'ways :id': ['way'],
  'hooks :id': ['hook'],
  'outgoing-webhooks :id': ['outgoing'],
  'outgoing-webhooks :delivery': ['delivery'],
  'issue-sources :id': ['source'],
}

/** Calls for the trash, whose parameters name other things than usual, and calls that take only some of the usual things. */
const special: Record<string, (keyof Things)[]> = {
  'POST /tasks/trash/:id/restore :id': ['trashed', 'trashedNumber'],
  'POST /tasks/task/:id/notes/:note/answer :note': ['question', 'questionNumber'],
  'POST /tasks/task/:id/notes/:note/withdraw :note': ['withdrawn', 'withdrawnNumber'],
  'POST /tasks/task/:id/notes/:note/wait :note': ['question', 'questionNumber'],
  'DELETE /auth/sessions/:id :id': ['session'],
  'DELETE /auth/identities/:id :id': ['identity'],
  'DELETE /auth/tokens/:id :id': ['token'],
  'PUT /auth/passkeys/:id :id': ['passkey'],
  'DELETE /auth/passkeys/:id :id': ['passkey'],
  'PUT /auth/tokens/:id :id': ['token'],
  'DELETE /tasks/trash/:id :id': ['doomed', 'doomedNumber'],
  'POST /tasks/task/:id/files/:file/restore :file': ['removed'],
  'DELETE /tasks/task/:id/files/:file/forever :file': ['doomedFile'],
}

export const nameOf = ({ method, path }: Route) => `${method} ${path}`
export const paramsOf = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
type Choice = (call: Route, param: string) => (keyof Things)[]

/** The things that a parameter could name, in the trash or not. */
export const anyThing: Choice = (call, param) => {
  const things = named[`${call.path.split('/')[1]} :${param}`]
  if (!things) throw new Error(`What does :${param} in ${nameOf(call)} name? Say so in this file.`)
  return [...things, ...(special[`${nameOf(call)} :${param}`] ?? [])]
}

/** The things that a parameter must name for the call to succeed. */
export const rightThing: Choice = (call, param) => special[`${nameOf(call)} :${param}`] ?? anyThing(call, param)

/** All combinations of parameters for a call, with the things of these users. */
export function fillings(call: Route, people: Things[], choice: Choice): Record<string, string>[] {
  return paramsOf(call).reduce<Record<string, string>[]>(
    (filled, param) =>
      filled.flatMap((before) =>
        choice(call, param).flatMap((thing) => people.map((person) => ({ ...before, [param]: person[thing] }))),
      ),
    [{}],
  )
}

const pictureOf = (name: string) => Buffer.from(`\x89PNG\r\n\x1a\n${name}`, 'latin1').toString('base64')

/** Ana and Bo, each with a thing of every kind. No two things have the same name. */
export async function twoUsers(engine: Engine, world: Parameters<typeof uploadApp>[0] = {}) {
  const app = await uploadApp({ ...world, engine })
  const settle = async (name: string, tasksBefore: number): Promise<Things> => {
    const person = app.as(name)
    for (let count = 0; count < tasksBefore; count++) {
      const { number } = await addTask(person)
      await person.delete(`/tasks/deleteTask/${number}`)
      await person.delete(`/tasks/trash/${number}`)
    }
    const task = await addTask(person, { title: `Of ${name}` })
    const upload = (word: string) => app.upload(person, task._id, `${word} bytes of ${name}`, `${word} of ${name}.txt`)
    const [file, removed, doomedFile] = [await upload('Some'), await upload('Removed'), await upload('Doomed')]
    for (const { _id } of [removed, doomedFile]) await person.delete(`/tasks/task/${task._id}/files/${_id}`)
    const notes = [...Array.from({ length: tasksBefore + 1 }, () => 'Before it'), `Of ${name}`]
    const written = []
    for (const text of notes) written.push((await person.post(`/tasks/task/${task._id}/notes`, { text })).body.note)
    const note = written.at(-1)
    for (const { _id } of written.slice(0, -1)) await person.delete(`/tasks/task/${task._id}/notes/${_id}`)
    const asker = await makeToken(person, { name: 'asker' })
    const program = withToken(app, asker.token)
    const [question, withdrawn] = [await askOwner(program, task._id, 'How?'), await askOwner(program, task._id, 'Why?')]
    await addReceipt(person, task._id, { command: `Proof of ${name}` })
    const trashed = await addTask(person, { title: `Trashed of ${name}` })
    const doomed = await addTask(person, { title: `Doomed of ${name}` })
    for (const { _id } of [trashed, doomed]) await person.delete(`/tasks/deleteTask/${_id}`)
    const linked = await addTask(person, { title: `Linked of ${name}` })
    const { image } = (await person.put('/auth/picture', { base64: pictureOf(name) })).body.user
    const { view } = (await person.post('/views', { name: `Of ${name}`, address: '/list' })).body
    const { calendar, path: feed } = (await person.post('/calendars', { name: `Of ${name}`, kind: 'events' })).body
    const { share } = await shareIt(person, { view: view.id })
    const { way } = (await person.post('/ways', { kind: 'ntfy', address: 'https://ntfy.test.invalid/tasks' })).body
    // Makes the keys of the installation.
    await person.get('/ways')
    const { hook } = (await person.post('/hooks', { name: `Of ${name}`, forge: 'github' })).body
    const outgoing = (await person.post('/outgoing-webhooks', { ...outgoingHook, name: `Of ${name}` })).body.webhook.id
    const sent = (await person.post(`/outgoing-webhooks/${outgoing}/test`)).body.delivery
    const meetings = (await person.post('/meetings/calendars', { ...meetingCalendar, name: `Of ${name}` })).body
      .calendar.id
    const source = (await person.post('/issue-sources', { ...issueSource, label: `of-${name}` })).body.source.id
    // Nothing is read, so that it stays as it is.
    await person.post(`/issue-sources/${source}/pause`)
    const { id: token } = await makeToken(person)
    const { id: passkey } = await addPasskey(person)
    const { _id: user_id } = (await person.get('/auth/verify')).body.user
    const linked_at = Date.now()
    const identity = { issuer: 'https://accounts.google.com', subject: name, user_id, email: '', linked_at }
    await app.database.db.insertInto('identities').values(identity).execute()
    await person.elsewhere()
    const { sessions } = (await person.get('/auth/sessions')).body
    return {
      task: task._id,
      number: String(task.number),
      file: file._id,
      note: note._id,
      noteNumber: String(note.number),
      question: question._id,
      questionNumber: String(question.number),
      withdrawn: withdrawn._id,
      withdrawnNumber: String(withdrawn.number),
      secret: asker.token,
      session: sessions.find((session: { current: boolean }) => !session.current).id,
      identity: identityId(identity),
      token,
      passkey,
      picture: image.split('/').at(-1),
      view: view.id,
      calendar: calendar.id,
      feed: feed.split('/').at(-1),
      share: share.id,
      hook: hook.id,
      way: way.id,
      outgoing,
      delivery: sent.id,
      meetings,
      source,
      linked: linked._id,
      linkKind: 'related',
      provider: 'oidc',
      trashed: trashed._id,
      trashedNumber: String(trashed.number),
      removed: removed._id,
      doomed: doomed._id,
      doomedNumber: String(doomed.number),
      doomedFile: doomedFile._id,
    }
  }
  const things = { ana: await settle('ana', 0), bo: await settle('bo', 4) }
  return { ...app, things, ana: app.as('ana'), bo: app.as('bo') }
}
