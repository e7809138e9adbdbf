import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { asNode20, bundle, cliUser, inTerminal, runCli, sharedServer } from '../../test/cli.ts'
import { tcpProxy } from '../../test/tcp-proxy.ts'
import type { ListedReceipt } from '../contract/schemas/receipts.ts'
import { outputEnd } from './prove/output-end.ts'
import { idsIn, keep, maxWaiting } from './prove/waiting.ts'

/** `taskdeck prove` with real commands, against a real server. */
const origin = sharedServer()
const PATH = process.env.PATH ?? ''

async function prover(name: string) {
  const user = await cliUser(origin(), name)
  const { HOME = '' } = user.env
  const env = { ...user.env, HOME, PATH }
  await user.run('add', 'Limits survive a restart')
  return {
    ...user,
    env,
    prove: (...args: string[]) => runCli(['prove', ...args], env),
    receipts: async (): Promise<ListedReceipt[]> => (await user.call('GET', '/tasks/task/1/receipts')).receipts,
    bytesOf: async (receipt: ListedReceipt | undefined) => {
      const answer = await fetch(`${origin()}/tasks/task/1/files/${receipt?.output}`, {
        headers: { cookie: user.cookie },
      })
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}

const node = (code: string) => ['--', process.execPath, '-e', code]
const sha256 = (bytes: Buffer | string) => hash('sha256', bytes, 'hex')

test('a command keeps its output and its exit code, and leaves a receipt', async () => {
  const { prove, receipts, bytesOf } = await prover('ana')
  const code = "process.stdout.write('out\\n'); process.stderr.write('err\\n'); process.exitCode = 3"
  const ran = await prove('1', ...node(code))
  expect([ran.code, ran.stdout]).toEqual([3, 'out\n'])
  expect(ran.stderr).toMatch(/^err\nStored the receipt for #1: failed with exit code 3 in [\d.]+ s\.\n$/)
  const [receipt, ...more] = await receipts()
  expect(more).toEqual([])
  expect(receipt).toMatchObject({
    kind: 'run',
    exitCode: 3,
    isPassed: false,
    commit: null,
    repository: null,
    via: 'token:laptop',
    command: expect.stringContaining(' -e '),
    machine: expect.any(String),
  })
  const output = (await bytesOf(receipt)).toString()
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out'])
  expect(receipt?.sha256).toBe(sha256(output))
  // Words after -- belong to the command, even those that look like options.
  const quiet = await prove('1', '--quiet', '--', 'echo', '--version-of', "it's")
  expect(quiet).toMatchObject({ code: 0, stdout: "--version-of it's\n", stderr: '' })
  expect((await receipts())[0]).toMatchObject({ command: "echo --version-of 'it'\\''s'", isPassed: true })
})

test('an exit code is that of a shell: for a signal, and for a command that does not exist', async () => {
  const { prove, receipts } = await prover('bo')
  expect((await prove('1', '--', 'sh', '-c', 'kill -TERM $$')).code).toBe(143)
  const missing = await prove('1', '--', 'there-is-no-such-command')
  expect(missing).toMatchObject({ code: 127, stdout: '' })
  expect(missing.stderr).toContain('taskdeck: there-is-no-such-command: there is no such command')
  expect((await receipts()).map(({ exitCode }) => exitCode)).toEqual([127, 143])
  // A command that is missing is refused before anything runs.
  expect((await prove('99', '--', 'true')).stderr).toContain('#99 does not exist.')
  expect((await prove('1', '--')).stderr).toContain('Which command?')
  const forgotten = await prove('1', 'npm', 'test')
  expect([forgotten.code, forgotten.stderr]).toEqual([2, expect.stringContaining('taskdeck prove 1 -- npm test')])
  expect(await receipts()).toHaveLength(2)
})

test('of a very long output, of any bytes, the end is stored and the whole is hashed', async () => {
  const { prove, receipts, bytesOf } = await prover('cy')
  const long = await prove('1', ...node("for (let i = 0; i < 200000; i++) console.log('line ' + i + ' ä')"))
  const [first] = await receipts()
  expect(first?.sha256).toBe(sha256(long.stdout))
  const stored = await bytesOf(first)
  expect(stored.length).toBeGreaterThan(65_536 - 4)
  expect(Buffer.from(long.stdout).subarray(-stored.length).equals(stored)).toBe(true)
  await prove('1', ...node('process.stdout.write(Buffer.from([0, 255, 254, 128, 10]))'))
  const [binary] = await receipts()
  expect([...(await bytesOf(binary))]).toEqual([0, 255, 254, 128, 10])
})

test('the memory for an output without an end is bounded', () => {
  const output = outputEnd(1_000)
  const chunk = Buffer.alloc(100_000, 'x')
  for (let count = 0; count < 1_000; count++) output.take(chunk)
  for (let count = 0; count < 10_000; count++) output.take(Buffer.from('y'))
  const { last, size } = output.close()
  expect([last.toString(), size]).toEqual(['y'.repeat(1_000), 100_010_000])
  // A cut within a character leaves the rest of it out.
  const cut = outputEnd(4)
  cut.take(Buffer.from('aääb'))
  expect(cut.close().last.toString()).toBe('äb')
})

test('without the server, receipts wait in private files, and are sent with the next command', async () => {
  const { env, receipts, run } = await prover('di')
  let isCut = true
  const line = await tcpProxy(origin(), (client, server) => {
    if (isCut) client.destroy()
    else client.pipe(server).pipe(client)
  })
  onTestFinished(line.close)
  const away = { ...env, TASKDECK_URL: line.origin }
  const ran = await runCli(['prove', '1', '--timeout', '1', '--', 'echo', 'hello'], away)
  expect([ran.code, ran.stdout]).toEqual([0, 'hello\n'])
  expect(ran.stderr).toContain('The receipt waits on this machine and is sent with the next command.')
  const [folder = ''] = readdirSync(join(env.HOME, '.local/state/taskdeck/receipts'))
  const place = join(env.HOME, '.local/state/taskdeck/receipts', folder)
  const modes = [place, ...readdirSync(place).map((name) => join(place, name))].map(
    (path) => statSync(path).mode & 0o777,
  )
  expect(modes).toEqual([0o700, 0o600, 0o600])
  // Another server does not get it, and neither does one that is still away.
  await run('list')
  expect(await receipts()).toEqual([])
  expect((await runCli(['list', '--timeout', '1'], away)).code).toBe(4)
  isCut = false
  const next = await runCli(['list'], away)
  expect([next.code, next.stderr]).toEqual([
    0,
    'Sent the receipt of “echo hello” for #1, which waited on this machine.\n',
  ])
  expect(await receipts()).toMatchObject([{ command: 'echo hello', exitCode: 0, output: expect.any(String) }])
  expect(readdirSync(place)).toEqual([])
  expect((await runCli(['list'], away)).stderr).toBe('')
})

test('the commands of criteria are shown and confirmed before they run, one after another', async () => {
  const { call, env, prove, receipts } = await prover('gus')
  expect((await prove('1')).stderr).toContain('No criterion of #1 has a command.')
  const doneWhen = [
    { text: 'The first passes', command: 'echo one | tr a-z A-Z' },
    { text: 'People like it' },
    { text: 'The last fails', command: 'exit 4' },
  ]
  const { task } = await call('PUT', '/tasks/updateTask/1', { doneWhen })
  const unseen = await prove('1')
  expect([unseen.code, unseen.stdout]).toEqual([2, ''])
  expect(unseen.stderr).toContain('Commands of a task are not run unseen.')
  expect(await receipts()).toEqual([])
  const ran = await prove('1', '--yes')
  expect([ran.code, ran.stdout]).toEqual([4, 'ONE\n'])
  expect(ran.stderr).toMatch(/^The 2 commands of #1 .*:\n {2}echo one \| tr a-z A-Z\n {2}exit 4\n/)
  const ids = task.doneWhen.map(({ id }: { id: string }) => id)
  expect(await receipts()).toMatchObject([
    { criterion: ids[2], command: 'exit 4', exitCode: 4 },
    { criterion: ids[0], command: 'echo one | tr a-z A-Z', exitCode: 0 },
  ])
  expect((await prove('1', '--for', '2', '--', 'true')).code).toBe(0)
  expect((await receipts())[0]).toMatchObject({ criterion: ids[1], command: 'true' })
  expect((await prove('1', '--for', '2', '--yes')).stderr).toContain('Criterion 2 has no command.')
  const beyond = await prove('1', '--for', '4', '--', 'true')
  expect([beyond.code, beyond.stderr]).toEqual([1, expect.stringContaining('#1 has 3 criteria')])
  const json = await runCli(['prove', '1', '--for', '1', '--yes', '--json'], env)
  expect(json.json.receipts).toMatchObject([{ state: 'stored', receipt: { criterion: ids[0] } }])
})

/** Runs the program in pipes, without a terminal that could interrupt it, as CI and agents do. */
function withoutTerminal(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...asNode20, bundle, ...args], { cwd: env.HOME, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      child.emit('said')
    })
  child.stdin.end()
  const closed = once(child, 'close')
  return {
    signal: (name: NodeJS.Signals) => child.kill(name),
    async said(words: string) {
      while (!output.includes(words)) await once(child, 'said')
    },
    ended: async () => ({ code: (await closed)[0] as number, output }),
  }
}

test('a signal from another program is passed on to the command, and ends the commands of criteria', {
  tags: 'long',
}, async () => {
  const { call, env, receipts } = await prover('hal')
  const waits =
    "process.on('SIGINT', () => { console.log('interrupted'); process.exit(7) }); setInterval(() => {}, 1000); console.log('ready')"
  const one = withoutTerminal(['prove', '1', ...node(waits)], env)
  await one.said('ready')
  one.signal('SIGINT')
  expect(await one.ended()).toEqual({ code: 7, output: expect.stringContaining('interrupted') })
  const doneWhen = [
    { text: 'It waits', command: 'echo began; exec sleep 60' },
    { text: 'It goes on', command: 'echo went on' },
  ]
  await call('PUT', '/tasks/updateTask/1', { doneWhen })
  const both = withoutTerminal(['prove', '1', '--yes'], env)
  await both.said('\nbegan')
  both.signal('SIGTERM')
  expect(await both.ended()).toEqual({ code: 143, output: expect.not.stringContaining('\nwent on') })
  expect((await receipts()).map(({ exitCode }) => exitCode)).toEqual([143, 7])
})

test('a receipt waits on the machine if its sending is interrupted', { tags: 'long' }, async () => {
  const { env, receipts } = await prover('ida')
  const sent = Promise.withResolvers<void>()
  let isSilent = true
  const line = await tcpProxy(origin(), (client, server) => {
    server.pipe(client)
    client.on('data', (chunk) => {
      if (!isSilent || !chunk.includes('POST ')) return server.write(chunk)
      sent.resolve()
    })
  })
  onTestFinished(line.close)
  const away = { ...env, TASKDECK_URL: line.origin }
  const sending = withoutTerminal(['prove', '1', '--', 'echo', 'hello'], away)
  await sent.promise
  sending.signal('SIGINT')
  const waiting = expect.stringContaining('The receipt waits on this machine and is sent with the next command.')
  expect(await sending.ended()).toEqual({ code: 130, output: waiting })
  expect(await receipts()).toEqual([])
  isSilent = false
  expect((await runCli(['list'], away)).stderr).toContain('Sent the receipt of “echo hello” for #1')
  expect(await receipts()).toMatchObject([{ command: 'echo hello', output: expect.any(String) }])
})

test('the number of waiting receipts is limited', async () => {
  const { env } = await prover('ed')
  const folder = join(env.HOME, 'waiting')
  const id = (count: number) => `0198a3c2-7d1e-7abc-8def-${String(count).padStart(12, '0')}`
  const one = (count: number) =>
    keep(folder, { task: '1', receipt: { _id: id(count), kind: 'run', command: 'true', exitCode: 0 } }, Buffer.alloc(0))
  for (let count = 0; count < maxWaiting; count++) expect(one(count)).toBe(true)
  expect([one(maxWaiting), idsIn(folder).length]).toEqual([false, maxWaiting])
})

test('a command in a terminal has a terminal, and Ctrl+C is meant for it', { tags: 'long' }, async () => {
  const { env, call, receipts } = await prover('flo')
  const code =
    'console.log(String([process.stdin, process.stdout, process.stderr].map((stream) => stream.isTTY).concat(process.stdout.columns)))'
  const child = inTerminal(['prove', '1', ...node(code)], env, 77)
  await child.said(/Stored the receipt for #1: passed/)
  expect(await child.ended()).toBe(0)
  expect(child.output()).toContain('true,true,true,77')
  await call('PUT', '/tasks/updateTask/1', { doneWhen: [{ text: 'It works', command: 'echo works' }] })
  const asking = inTerminal(['prove', '1'], env)
  await asking.said(/Run it here, one after another\? \(y\)es, \(n\)o: /)
  expect(asking.output()).toContain('  echo works')
  asking.process.stdin.write('n\r')
  await asking.said(/Nothing was run\./)
  expect(await asking.ended()).toBe(1)
  const waits =
    "process.on('SIGINT', () => { console.log('interrupted'); process.exit(130) }); setInterval(() => {}, 1000); console.log('ready')"
  const stopped = inTerminal(['prove', '1', ...node(waits)], env)
  await stopped.said(/ready/)
  stopped.process.stdin.write('\u0003')
  await stopped.said(/failed with exit code 130/)
  expect(await stopped.ended()).toBe(130)
  expect((await receipts()).map(({ exitCode }) => exitCode)).toEqual([130, 0])
})
