import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ApiCall, api, apiCalls } from '../src/contract/calls/api.ts'
import { programOptions } from '../test/program-options.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

// `npm run black-box`: runs sqlmap against every endpoint on both engines, and wapiti against the pages and every GET. Both tools are Debian packages.
// `-- --only /auth` tests only endpoints with this text in their path.
const run = promisify(execFile)
const atOnce = 2
/** Findings that are expected: a header that browsers have dropped, and one that is sent only with https. */
const expected = /(X-XSS-Protection|Strict-Transport-Security) is not set/
const { only } = programOptions({
  usage: 'npm run black-box [-- --only TEXT]: runs the scanners whose name contains a text against Taskdeck',
  options: { only: { type: 'string', default: '' } },
})
const chosen = apiCalls.filter((call) => call !== api.live.events && call.path.includes(only))

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  enum?: string[]
  type?: string
  format?: string
}

/** A value that fits the schema, so that the tools get past the validation. */
function example({ properties, items, enum: allowed, type, format }: Schema): unknown {
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, example(field)]))
  if (items) return [example(items)]
  if (allowed) return allowed.at(-1)
  if (type === 'number' || type === 'integer') return 1
  return (
    { email: `ana-${Math.random()}@example.com`, day: '2026-11-15', label: 'work' }[format ?? ''] ??
    'correct horse battery'
  )
}

/** The cookie of a new user with a task, so that there is data to find. */
async function owner(origin: string) {
  const cookie = await signUp(origin)
  await fetch(`${origin}/tasks/createTask`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-15', labels: ['work'] }),
  })
  return cookie
}

const queryOf = (call: ApiCall) => {
  const fields = Object.entries(example((call.schema.query ?? {}) as Schema) ?? {})
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  return query && typeof fields === 'object' && call.schema.query ? `?${query}` : ''
}

/** The request in sqlmap's format: a star marks each id in the path. It finds the parameters of query and body by itself. */
async function requestOf({ origin }: Server, call: ApiCall) {
  const body = call.schema.body
  return [
    `${call.method} ${call.path.replace(/:\w+/g, '1*')}${queryOf(call)} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Cookie: ${await owner(origin)}`,
    ...(body ? ['Content-Type: application/json', '', JSON.stringify(example(body as Schema))] : ['', '']),
  ].join('\r\n')
}

async function sqlmap(server: Server, { folder, engine }: World, call: ApiCall) {
  const name = `${call.method} ${call.path}`
  const file = join(folder, `${name.replace(/\W+/g, '-')}.txt`)
  await writeFile(file, await requestOf(server, call))
  const options = [
    '--ignore-stdin',
    '--batch',
    '--level=2',
    '--risk=2',
    '--threads=4',
    '--flush-session',
    '--disable-coloring',
  ]
  const ignored = '--ignore-code=400,401,403,404,409,412,415,429'
  const { stdout } = await run('sqlmap', ['-r', file, ...options, ignored, `--output-dir=${file}.out`], {
    maxBuffer: 1e8,
    timeout: 600_000,
  }).catch((error: { stdout: string }) => error)
  const tested = new Set(stdout.match(/(?<=testing if ).*(?= is dynamic)/g))
  // sqlmap checks a parameter again that only appears to be injectable; most of these were slow responses.
  const hit = stdout.match(/.*identified the following injection point.*/g) ?? []
  const nothing = /do not appear to be injectable|no parameter\(s\) found/.test(stdout)
  const verdict = hit.length
    ? `FOUND ${hit.join(' ')}`
    : nothing
      ? 'nothing found'
      : `ENDED EARLY ${stdout.slice(-300)}`
  console.log(`sqlmap  ${engine}  ${name}: ${tested.size} parameters, ${verdict}`)
  return verdict === 'nothing found'
}

async function wapiti({ origin }: Server, { folder }: World) {
  const report = join(folder, 'wapiti.json')
  const gets = chosen.filter((call) => call.method === 'GET')
  const addresses = gets.map((call) => origin + call.path.replace(/:\w+/g, '1') + queryOf(call))
  const starts = [`${origin}/`, ...addresses].flatMap((address) => ['-s', address])
  const options = ['--scope', 'domain', '-m', 'all,-buster,-wapp,-nikto,-brute_login_form', '--flush-session']
  const cookie = ['-H', `Cookie: ${await owner(origin)}`]
  await run('wapiti', ['-u', `${origin}/taskdeck/`, ...starts, ...options, ...cookie, '-f', 'json', '-o', report], {
    maxBuffer: 1e8,
  })
  const { vulnerabilities, anomalies, infos } = JSON.parse(await readFile(report, 'utf8'))
  console.log(`wapiti  ${gets.length + 1} addresses to begin with, ${infos.crawled_pages_nbr ?? 'other'} pages found`)
  const all = Object.entries<{ path: string; info: string }[]>({ ...vulnerabilities, ...anomalies }).flatMap(
    ([kind, list]) => list.map(({ path, info }) => `wapiti  FOUND ${kind}: ${path} ${info}`),
  )
  const found = all.filter((line) => !expected.test(line))
  for (const line of new Set(found)) console.log(line)
  return found.length === 0
}

let clean = true
for (const engine of ['sqlite', 'postgres'] as const) {
  const world = await makeWorld(engine)
  const server = await start(world, { REQUEST_TIMEOUT: '600' })
  const waiting = [...chosen]
  const worker = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) clean = (await sqlmap(server, world, call)) && clean
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (engine === 'sqlite') clean = (await wapiti(server, world)) && clean
  const complaints = server.output().match(/Unexpected error|unhandled|uncaught/gi)?.length ?? 0
  console.log(`server  ${engine}: ${complaints} unexpected errors`)
  clean &&= complaints === 0
  await server.stop()
  await world.end()
}
process.exit(clean ? 0 : 1)
