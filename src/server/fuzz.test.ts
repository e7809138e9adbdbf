import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { cases } from '../../test/cases.ts'
import { type Engine, engines } from '../../test/database.ts'
import { issueSource } from '../../test/issue-forges.ts'
import { oddTexts } from '../../test/malformed.ts'
import { meetingCalendar } from '../../test/meetings.ts'
import { type Asked, requestsFor } from '../../test/near-requests.ts'
import { addNote } from '../../test/notes.ts'
import { outgoingHook } from '../../test/outgoing-hooks.ts'
import { askOwner } from '../../test/questions.ts'
import { everyRow } from '../../test/rows.ts'
import { shareIt } from '../../test/shares.ts'
import { addTask } from '../../test/tasks.ts'
import { makeToken, withToken } from '../../test/tokens.ts'
import { endOfForm, filePart, formType, part, uploadApp } from '../../test/uploads.ts'
import { mcpPath } from '../contract/agents.ts'
import { api, apiCalls } from '../contract/calls/api.ts'
import { fileCalls } from '../contract/calls/files.ts'
import type { Route } from '../contract/endpoint.ts'
import { errorStatus } from '../contract/errors.ts'
import { linkHeader } from '../contract/shares.ts'

/**
 * `FUZZ_SEED=7 FUZZ_RUNS=1000 vitest run fuzz` uses another seed and more runs. A failure prints the seed that
 * reproduces it.
 */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const numRuns = Number(process.env.FUZZ_RUNS ?? cases(20, 300))

async function world(engine: Engine) {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  const [file, removed] = [await app.upload(ana, _id, 'bytes'), await app.upload(ana, _id, 'removed')]
  await ana.delete(`/tasks/task/${_id}/files/${removed._id}`)
  const note = await addNote(ana, _id, 'One')
  const { token } = await makeToken(ana, { name: 'asker' })
  const asker = withToken(app, token)
  const [question, other] = [await askOwner(asker, _id, 'How?'), await askOwner(asker, _id, 'Why?')]
  const hook = (await ana.post('/outgoing-webhooks', outgoingHook)).body.webhook.id
  const sent = (await ana.post(`/outgoing-webhooks/${hook}/test`)).body.delivery
  const calendar = (await ana.post('/calendars', { name: 'Phone', kind: 'events' })).body.calendar.id
  const meetings = (await ana.post('/meetings/calendars', meetingCalendar)).body.calendar.id
  const { share } = await shareIt(ana, { task: _id })
  // No request names this one, so its secret stays.
  const { secret } = await shareIt(ana, { task: _id, parts: ['files'], question: { text: 'When?' } })
  const forge = (await ana.post('/hooks', { name: 'Forge', forge: 'github' })).body.hook.id
  const source = (await ana.post('/issue-sources', issueSource)).body.source.id
  const trashed = await addTask(ana)
  await ana.delete(`/tasks/deleteTask/${trashed._id}`)
  let browser: Browser | undefined = await ana.elsewhere()
  return {
    ...app,
    ids: {
      ':id': [_id, '1', '%231', trashed._id],
      'outgoing-webhooks :id': [hook],
      'calendars :id': [calendar],
      'hooks :id': [forge],
      'issue-sources :id': [source],
      'meetings :id': [meetings],
      'shares :id': [share.id],
      ':delivery': [sent.id],
      ':file': [file._id, removed._id],
      ':note': [note._id, question._id, other._id, '2', '3'],
    },
    /** Sends requests as Ana and signs her in again after a request has signed her out. */
    async ask(call: Route, request: Asked) {
      if (!browser?.cookies.has('taskdeck_session')) browser = await ana.elsewhere()
      const { url, payload, headers: all } = request
      const { 'content-type': type = '', ...rest } = all
      const headers = payload === undefined ? rest : { ...rest, 'content-type': type }
      // Only programs ask.
      const credential = call === api.questions.ask ? { authorization: `Bearer ${token}` } : {}
      const link = call.path.startsWith('/shared') ? { [linkHeader]: secret } : {}
      const more: InjectOptions = { headers: { ...headers, ...credential, ...link } }
      for (;;) {
        // A live stream does not end, so only its head is requested.
        const method = call === api.live.events || call === api.shares.live ? 'HEAD' : call.method
        const answer = await browser.send(method, url, payload, more)
        // A busy machine is not a finding.
        if (answer.status !== 503 || answer.headers['retry-after'] !== '5') return answer
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
  }
}

/** Expects no server error, and that every refusal has the usual shape. */
function expectSound({ status, headers, text }: Awaited<ReturnType<Browser['send']>>) {
  expect(status).toBeLessThan(500)
  if (status < 400) return
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  if (text === '' && headers['content-length'] !== '0') return
  const { message, code, ...more } = JSON.parse(text)
  const known = ['', 'task conflicts', 'trashed ids', 'ids', 'made', 'error error_description']
  expect(known).toContain(Object.keys(more).join(' '))
  expect(code === 'changed_meanwhile').toBe('conflicts' in more)
  expect(message).toMatch(/\S/)
  expect(errorStatus[code as keyof typeof errorStatus]).toBe(status)
}

/** They need a server that sends mail, or the token from a mail. */
const { forgotPassword, resetLink, resetPassword, changeEmail, emailLink, confirmEmail, unsubscribe } = api.accounts
const linked: Route[] = [resetLink, resetPassword, emailLink, confirmEmail, unsubscribe]
const ofMails = new Set<Route>([forgotPassword, changeEmail, ...linked])

/** They need the id of a program that has registered: see oauth/oauth.test.ts. */
const ofPrograms = new Set<Route>([api.oauth.request, api.oauth.approve, api.oauth.refuse])

const deletes = ({ method, path }: Route) => method === 'DELETE' || /delete|not-me/i.test(path)

test.for(engines)(
  `%s: malformed requests are refused and break nothing (seed ${seed})`,
  { tags: 'long', timeout: 300_000 },
  async (engine) => {
    const { ask, ids, app } = await world(engine)
    // Agents need a token, and their protocol has errors of its own: see src/mcp/access.test.ts.
    const calls = apiCalls.filter(({ path }) => path !== mcpPath)
    const seen = new Map<Route, Set<number>>(calls.map((call) => [call, new Set()]))
    // Calls that delete come last, so that the others find something to work on.
    for (const call of calls.toSorted((a, b) => Number(deletes(a)) - Number(deletes(b)))) {
      await fc.assert(
        fc.asyncProperty(requestsFor(call, ids), async (request) => {
          const answer = await ask(call, request)
          seen.get(call)?.add(answer.status)
          expectSound(answer)
        }),
        { seed, numRuns },
      )
    }
    // Some requests must succeed, or this test would prove nothing.
    expect(calls.filter((call) => seen.get(call)?.has(401) && call.access !== 'everyone')).toEqual([])
    const possible = calls.filter((call) => !ofMails.has(call) && !ofPrograms.has(call))
    const reached = possible.filter((call) => seen.get(call)?.has(call.status))
    expect(reached.length).toBeGreaterThan(possible.length / 2)
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
  },
)

/** Parts of forms in any order, with bytes changed anywhere. */
const brokenForms = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          filePart(),
          endOfForm,
          part('name="file"'),
          part('name="file"; filename=""'),
          part('filename=x'),
        ),
        fc
          .tuple(
            fc.constantFrom('file', ...oddTexts.slice(0, 40)),
            fc.constantFrom(...oddTexts),
            fc.constantFrom(...oddTexts),
          )
          .map(([name, filename, type]) => part(`name="${name}"; filename="${filename}"`, 'bytes', type)),
        fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
      ),
      { maxLength: 4 },
    ),
    fc.array(fc.tuple(fc.nat(400), fc.integer({ min: -1, max: 255 })), { maxLength: 3 }),
  )
  .map(([pieces, changes]) => {
    let form = Buffer.concat([...pieces, endOfForm])
    for (const [at, byte] of changes) {
      if (byte < 0) form = form.subarray(0, at)
      else if (at < form.length) form[at] = byte
    }
    return form
  })

test.for(engines)(
  `%s: malformed forms are refused and store nothing (seed ${seed})`,
  { tags: 'long', timeout: 300_000 },
  async (engine) => {
    const { ask, stored, rows, database } = await world(engine)
    const before = await everyRow(database)
    let kept = 0
    await fc.assert(
      fc.asyncProperty(brokenForms, async (payload) => {
        const answer = await ask(fileCalls.upload, {
          url: '/tasks/task/1/upload',
          payload,
          headers: { 'content-type': formType },
        })
        expectSound(answer)
        if (answer.status === 201) kept++
      }),
      { seed, numRuns: numRuns * 8 },
    )
    expect(kept).toBeGreaterThan(0)
    expect([(await stored()).length, (await rows()).length]).toEqual([kept + 2, kept + 2])
    expect(await stored()).not.toContain(expect.stringMatching(/^unfinished/))
    const after = await everyRow(database)
    const events = (list: string[]) => list.filter((row) => row.startsWith('events ')).length
    expect(events(after)).toBe(events(before) + kept)
    const others = (list: string[]) =>
      list
        .filter((row) => !/^(files|events|sessions|attempts) /.test(row))
        .map((row) => row.replace(/"(last_seq|text_bytes)":\d+/g, '').replace(/"files_json":".*"/, ''))
    expect(others(after)).toEqual(others(before))
  },
)
