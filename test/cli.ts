import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { run } from '../src/cli/run.ts'
import { openTerminal } from '../src/cli/terminal.ts'
import { borrowApp } from './app.ts'
import { startProcess } from './process.ts'

/** The command line as the server hands it out. `npm test` builds it first. */
export const bundle = join(import.meta.dirname, '../dist/cli/taskdeck.mjs')

/** Node's options for the command line: it has to run on Node 20. */
export const asNode20 = [`--import=${join(import.meta.dirname, 'node-20.mjs')}`]

/** One app behind a real socket for all tests of a file. Each test signs up its own user. */
export function sharedServer() {
  let lent: Awaited<ReturnType<typeof borrowApp>>
  beforeAll(async () => {
    lent = await borrowApp('sqlite', true)
  })
  afterAll(() => lent.giveBack())
  return () => `http://127.0.0.1:${(lent.app.server.address() as AddressInfo).port}`
}

type Json = ReturnType<typeof JSON.parse>

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  /** The result of `--json`. */
  json: Json
}

type RunCli = (args: string[], env: Record<string, string>, input?: string) => Promise<Ran>

/** Runs the command line in this process, as in pipes, until it ends. The code of the command is its exit code. */
export const runCli: RunCli = async (args, env, input = '') => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const texts = Promise.all([text(stdout), text(stderr)])
  const terminal = openTerminal({ stdin: Readable.from([input]), stdout, stderr, env })
  const program = () => [process.execPath, bundle]
  const code = await run(args, { terminal, env, program, cwd: outside(env) })
  for (const stream of [stdout, stderr]) stream.end()
  const [out, errors] = await texts
  return { code, stdout: out, stderr: errors, json: jsonIn(args.includes('--json') ? out : '') }
}

/** Runs the bundle in pipes, as a program of its own: for its exit code, the options of Node, and the oldest version of Node. */
export const spawnCli: RunCli = (args, env, input = '') => {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [...asNode20, bundle, ...args], {
    cwd: outside(env),
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr, json: jsonIn(args.includes('--json') ? stdout : '') })),
  )
}

/** Some commands look at the Git repository that they run in, which must not be this one. */
const outside = ({ HOME = tmpdir() }: Record<string, string>) => HOME

const jsonIn = (output: string) => (output ? JSON.parse(output) : undefined)

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/**
 * Starts the command line in a pseudo-terminal of this width, made by `script`, which every Debian has (package bsdutils). Text that is
 * written to stdin is typed.
 */
export function inTerminal(args: string[], env: Record<string, string>, columns = 80) {
  const command = ['stty', 'cols', String(columns), '&&', 'exec', process.execPath, ...asNode20, bundle, ...args].map(
    (word) => (word === '&&' ? word : quoted(word)),
  )
  return startProcess('script', ['-qec', command.join(' '), '/dev/null'], {
    cwd: outside(env),
    env: { TERM: 'xterm-256color', ...env },
  })
}

export interface CliUser {
  env: Record<string, string>
  cookie: string
  /** Runs a command as this user. */
  run: (...args: string[]) => Promise<Ran>
  /** Runs it with this text on stdin. */
  feed: (input: string, ...args: string[]) => Promise<Ran>
  /** Calls the server as the user's browser does. */
  call: (method: string, path: string, body?: unknown) => Promise<Json>
}

/** Signs up a user with a token for the environment of the command line. */
export async function cliUser(origin: string, name: string, scope = 'write', runIt = runCli): Promise<CliUser> {
  const headers = { 'content-type': 'application/json', origin }
  const signUp = { username: name, email: `${name}@example.com`, password: `password of ${name}` }
  const answer = await fetch(`${origin}/auth/signup`, { method: 'POST', headers, body: JSON.stringify(signUp) })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const given = body === undefined ? { origin, cookie } : { ...headers, cookie }
    const response = await fetch(origin + path, { method, headers: given, ...init })
    return (await response.json()) as Json
  }
  const { token } = await call('POST', '/auth/tokens', { name: 'laptop', scope })
  const HOME = await mkdtemp(join(tmpdir(), 'taskdeck-home-'))
  const env = { HOME, TZ: 'UTC', TASKDECK_URL: origin, TASKDECK_TOKEN: token }
  return {
    env,
    cookie,
    call,
    run: (...args) => runIt(args, env),
    feed: (input, ...args) => runIt(args, env, input),
  }
}
