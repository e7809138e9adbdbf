import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type Engine, engines } from '../../test/database.ts'
import { contentTypes, near, nearBody, nearId, nearQuery, oddTexts } from '../../test/malformed.ts'
import { everyRow } from '../../test/rows.ts'
import { addTask } from '../../test/tasks.ts'
import { endOfForm, filePart, formType, part, uploadApp } from '../../test/uploads.ts'
import { accountCalls } from '../contract/accounts.ts'
import { calls } from '../contract/calls.ts'
import type { EndpointSchema, Route } from '../contract/endpoint.ts'
import { errorStatus } from '../contract/errors.ts'
import { fileCalls } from '../contract/files.ts'
import { healthCalls } from '../contract/health.ts'
import { accountSchemas } from '../contract/schemas/accounts.ts'
import { fileSchemas } from '../contract/schemas/files.ts'
import { healthSchemas } from '../contract/schemas/health.ts'
import { taskSchemas } from '../contract/schemas/tasks.ts'
import { taskCalls } from '../contract/tasks.ts'

/** `FUZZ_SEED=7 FUZZ_RUNS=1000 vitest run fuzz` looks elsewhere, and longer. What fails tells the seed to repeat it with. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const numRuns = Number(process.env.FUZZ_RUNS ?? 50)

const schemas = new Map<Route, EndpointSchema>(
  [
    [accountCalls, accountSchemas],
    [fileCalls, fileSchemas],
    [healthCalls, healthSchemas],
    [taskCalls, taskSchemas],
  ].flatMap(([routes, table]) =>
    Object.entries<Route>(routes as Record<string, Route>).map(
      ([name, route]) => [route, (table as Record<string, EndpointSchema>)[name] as EndpointSchema] as const,
    ),
  ),
)

interface Asked {
  url: string
  payload?: string | Buffer
  headers: Record<string, string>
}

/** Requests that look like a call of the contract, more or less. */
function requestsFor(call: Route, ids: Record<string, string[]>): fc.Arbitrary<Asked> {
  const { query, body } = schemas.get(call) ?? {}
  const path = call.path
    .split('/')
    .map((piece) => (piece.startsWith(':') ? nearId(ids[piece] ?? ['1']) : fc.constant(piece)))
  const fields = (query as { properties?: Record<string, object> } | undefined)?.properties ?? {}
  const values = fc.oneof(...Object.values(fields).map(near), fc.constantFrom(...oddTexts)).map(String)
  return fc.record({
    url: fc
      .tuple(fc.tuple(...path), fc.option(nearQuery(Object.keys(fields), values), { freq: query ? 5 : 1, nil: '' }))
      .map(([pieces, search]) => pieces.join('/') + (search ? `?${search}` : '')),
    ...(call.method === 'GET' ? {} : { payload: nearBody(body) }),
    headers: fc.record({
      'content-type': fc.constantFrom(...contentTypes),
      range: fc.constantFrom('bytes=0-', 'bytes=5-1', 'bytes=-', 'bytes=99999999999999999999-', '\t'),
    }),
  })
}

async function world(engine: Engine) {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  const file = await app.upload(ana, _id, 'bytes')
  let browser: Browser | undefined
  return {
    ...app,
    ids: { ':id': [_id, '1', '%231'], ':file': [file._id] },
    /** Asks as Ana, who signs in again when a request has signed her out. */
    async ask(call: Route, request: Asked) {
      if (!browser?.cookies.size) browser = await ana.elsewhere()
      const { url, payload, headers } = request
      const more: InjectOptions = { headers }
      for (;;) {
        const answer = await browser.send(call.method, url, payload, more)
        // A machine that is busy with other things is no finding.
        if (answer.status !== 503 || answer.headers['retry-after'] !== '5') return answer
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
  }
}

/** No failure of ours, and whatever is refused is refused in the usual shape. */
function expectSound({ status, headers, text }: Awaited<ReturnType<Browser['send']>>) {
  expect(status).toBeLessThan(500)
  if (status < 400) return
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const { message, code, ...more } = JSON.parse(text)
  expect(more).toEqual({})
  expect(message).toMatch(/\S/)
  expect(errorStatus[code as keyof typeof errorStatus]).toBe(status)
}

test('every call of the contract has its schema here', () => {
  expect([...schemas.keys()]).toEqual(expect.arrayContaining(calls))
  expect(schemas.size).toBe(calls.length)
})

test.for(engines)(
  `%s: malformed requests are refused and break nothing (seed ${seed})`,
  { timeout: 300_000 },
  async (engine) => {
    const { ask, ids, app } = await world(engine)
    const seen = new Map<Route, Set<number>>(calls.map((call) => [call, new Set()]))
    // What takes things away comes last, so that there is something to find until then.
    for (const call of calls.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
      await fc.assert(
        fc.asyncProperty(requestsFor(call, ids), async (request) => {
          const answer = await ask(call, request)
          seen.get(call)?.add(answer.status)
          expectSound(answer)
        }),
        { seed, numRuns },
      )
    }
    // The requests get past the door, or all of this would show nothing.
    expect(calls.filter((call) => seen.get(call)?.has(401) && call.access === 'user')).toEqual([])
    const reached = calls.filter((call) => seen.get(call)?.has(call.status))
    expect(reached.length).toBeGreaterThan(calls.length / 2)
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
  },
)

/** Pieces of forms in any order, and bytes changed anywhere. */
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
  `%s: malformed forms are refused and leave nothing (seed ${seed})`,
  { timeout: 300_000 },
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
    expect([(await stored()).length, (await rows()).length]).toEqual([kept + 1, kept + 1])
    expect(await stored()).not.toContain(expect.stringMatching(/^unfinished/))
    const others = (list: string[]) => list.filter((row) => !/^(files|sessions|attempts) /.test(row))
    expect(others(await everyRow(database))).toEqual(others(before))
  },
)
