import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { startProcess } from '../test/process.ts'

/** A machine on which the program runs. */
export interface Machine {
  run(args: string[], env: Record<string, string>): ReturnType<typeof startProcess>
  /** A folder that the program can write to, as the program sees it. */
  folder: string
  /** The settings of object storage, if there is an S3 server. */
  objectStorage?: Record<string, string> | undefined
  /** Called after each step. */
  say(line: string): void
}

const email = 'ana@example.com'
const json = { 'content-type': 'application/json' }

/** Uses every part of the program as an operator and a user would. Throws if something does not work. Returns how long each start took. */
export async function walkProgram({ run, folder, objectStorage, say }: Machine): Promise<number[]> {
  const data = `${folder}/data`
  const starts: number[] = []

  async function start(env: Record<string, string> = {}) {
    const begun = performance.now()
    const program = run([], { HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, OVERLOAD_DELAY: '60000', ...env })
    const [, origin = ''] = await program.said(/ready at (http:\/\/[^/]+)/)
    starts.push(performance.now() - begun)
    return { ...program, origin: origin.replace('localhost', '127.0.0.1') }
  }
  async function done(args: string[], env: Record<string, string> = {}) {
    const program = run(args, { DATA_DIR: data, ...env })
    assert.equal(await program.ended(), 0, program.output())
    return program.output()
  }
  const post = async (url: string, cookie: string, body: string | FormData, headers = {}) => {
    const response = await fetch(url, { method: 'POST', headers: { cookie, ...headers }, body })
    assert.ok(response.ok, `${url} answered ${response.status}`)
    return response
  }
  const text = async (url: string, cookie = '') => {
    const response = await fetch(url, { headers: { cookie } })
    assert.equal(response.status, 200, url)
    return response.text()
  }

  assert.match(await done(['--version']), /^\d+\.\d+\.\d+ \(commit [0-9a-f]{12}, schema \d{3}-[\w-]+\)\n$/)
  assert.match(await done(['--help']), /taskdeck-server backup FOLDER/)
  say('--version and --help')

  const signUp = async (origin: string) => {
    const account = JSON.stringify({ username: 'ana', email, password: 'a long password' })
    const { headers } = await post(`${origin}/auth/signup`, '', account, json)
    return headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }
  const upload = async (origin: string, cookie: string, task: string) => {
    const form = new FormData()
    form.set('file', new File(['the bytes'], 'notes.txt'))
    const uploaded = await post(`${origin}/tasks/task/${task}/upload`, cookie, form)
    return ((await uploaded.json()) as { file: { _id: string } }).file
  }

  let server = await start()
  const cookie = await signUp(server.origin)
  const stream = await fetch(`${server.origin}/tasks/events?after=0`, { headers: { cookie } })
  const created = await post(`${server.origin}/tasks/createTask`, cookie, JSON.stringify({ title: 'Pack it' }), json)
  const { task } = (await created.json()) as { task: { _id: string } }
  assert.match(await textUntil(stream, 'event: change'), /event: change[\s\S]*Pack it/)
  say('the server starts; a user signs up and adds a task; a live stream shows it')

  const file = await upload(server.origin, cookie, task._id)
  assert.match(await text(`${server.origin}/taskdeck/`), /<title>/)
  assert.match(await text(`${server.origin}/docs/`), /Taskdeck API/)
  assert.match(await text(`${server.origin}/docs/static/swagger-ui-bundle.js`), /SwaggerUIBundle/)
  assert.match(await text(`${server.origin}/cli/taskdeck.mjs`), /^#!\/usr\/bin\/env node/)
  // The export is read in a thread.
  assert.match(await text(`${server.origin}/auth/export`, cookie), /Pack it/)
  say('files are uploaded; the web app, the pages of the API, the command line and an export are served')

  const token = await post(
    `${server.origin}/auth/tokens`,
    cookie,
    JSON.stringify({ name: 'cli', scope: 'write' }),
    json,
  )
  const user = {
    TASKDECK_URL: server.origin,
    TASKDECK_TOKEN: ((await token.json()) as { token: string }).token,
    HOME: folder,
  }
  assert.match(await done(['cli', 'add', 'From the command line !high'], user), /#2/)
  assert.match(await done(['cli', 'list', '--json'], user), /"From the command line"/)
  say('the command line adds and lists tasks')

  assert.match(await done(['backup', `${folder}/backups`]), /^Backed up 1 account, 2 tasks, 1 file to /)
  const restored = { DATA_DIR: `${folder}/restored` }
  assert.match(await done(['restore', `${folder}/backups`], restored), /^Restored 1 account, 2 tasks, 1 file from /m)
  assert.match(await done(['invite']), /#\/auth\?invite=/)
  say('backup, restore and invite')

  assert.equal(await server.stop(), 0, server.output())
  const traces = await collector()
  for (const env of [{ OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint }, restored]) {
    server = await start(env)
    assert.match(await text(`${server.origin}/tasks/getTasks`, cookie), /Pack it/)
    assert.equal(await text(`${server.origin}/tasks/task/${task._id}/files/${file._id}`, cookie), 'the bytes')
    assert.equal(await server.stop(), 0, server.output())
  }
  say('after a restart, and after the restore, everything is there')

  // They are sent at the latest when the server stops.
  assert.match(traces.received(), /GET \/tasks\/getTasks/)
  traces.close()
  say('traces are sent to a collector')

  if (objectStorage) {
    server = await start({ ...objectStorage, DATA_DIR: `${folder}/without-files`, FILE_DOWNLOADS: 'redirect' })
    const bo = await signUp(server.origin)
    await post(`${server.origin}/tasks/createTask`, bo, JSON.stringify({ title: 'Store it' }), json)
    const { _id } = await upload(server.origin, bo, '1')
    assert.equal(await text(`${server.origin}/tasks/task/1/files/${_id}`, bo), 'the bytes')
    assert.equal(await server.stop(), 0, server.output())
    say('files are stored in object storage, and downloaded from there')
  }

  assert.match(await done(['reset-password', email]), /^The new password of ana@example.com is /)
  const unknown = run(['dance'], {})
  assert.deepEqual(
    [await unknown.ended(), unknown.output()],
    [2, 'There is no command dance. See: taskdeck-server --help\n'],
  )
  say('reset-password, and an error for an unknown command')
  return starts
}

/** A collector of OpenTelemetry that keeps everything it receives. */
async function collector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await textOf(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => bodies.join(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What a stream has sent by the time that it contains a text. */
async function textUntil({ body }: Response, text: string): Promise<string> {
  let received = ''
  for await (const chunk of body ?? []) {
    received += Buffer.from(chunk).toString()
    if (received.includes(text)) break
  }
  return received
}
