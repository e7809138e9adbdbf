import { existsSync, mkdtempSync } from 'node:fs'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { findProgram } from '../../scripts/debian.mjs'
import { bundle, inTerminal, runCli } from '../../test/cli.ts'
import { hostileServer, hostileText, listen } from '../../test/hostile-server.ts'
import { startProcess } from '../../test/process.ts'
import { archiveFiles } from '../contract/archives.ts'
import { api, apiCalls } from '../contract/calls/api.ts'
import { isAnswerTo, requiredFields } from './answer-check.ts'
import { commands as everyCommand } from './commands.ts'
import { oneLine, printable, printableJson } from './output/clean.ts'
import { styleFor } from './output/style.ts'
import { shellWord } from './shell-word.ts'

/** A server of a stranger, with a home folder in which nothing may appear. */
async function strangers() {
  const HOME = mkdtempSync(join(tmpdir(), 'taskdeck-home-'))
  const made = join(HOME, 'made')
  const url = await hostileServer(made)
  return { HOME, made, url, env: { HOME, TZ: 'UTC', TASKDECK_URL: url, TASKDECK_TOKEN: 'tdk_x' } }
}

const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** The characters of an output that a terminal could obey. */
const steering = (text: string) => [...(text.match(unsafe) ?? [])].filter((found) => found !== '\n' && found !== '\t')
/** Our own styles. */
const styles = new RegExp(`${String.fromCharCode(27)}\\[(?:1|2|9|22|29|3[1-6]|39)m`, 'g')
const withoutStyles = (text: string) => text.replace(styles, '')

/** A ZIP that looks like an archive. */
function archiveZip(): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of Object.values(archiveFiles)) zip.addBuffer(Buffer.from('x'), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Every command that asks a server for something, and how it is called. */
const commands = [
  ...[['list'], ['next'], ['search', 'x'], ['show', '1', '--activity'], ['add', 'x'], ['done', '1'], ['start', '1']],
  ...[['edit', '1', '--due', 'none'], ['edit', '1', '--title', 'x'], ['delete', '1'], ['undo'], ['redo'], ['whoami']],
  ...[
    ['files', '1'],
    ['trash'],
    ['restore', '1'],
    ['trash', 'empty', '--force'],
    ['snooze', '1', 'someday'],
    ['download', '1'],
  ],
  ...[['standup'], ['standup', '--markdown'], ['list', '--view', 'none'], ['show', '2'], ['done', '2']],
  ...[
    ['note', '1', 'x'],
    ['note', '2', 'x'],
    ['note', '1', '--edit', '1', 'x'],
    ['note', '1', '--delete', '1'],
    ['take'],
    ['take', '1'],
    ['take', '2'],
    ['release', '1'],
    ['who'],
  ],
  ...[['show', '1', '--notes'], ['reopen', '1'], ['open', '1'], ['attach', '1', 'file.txt'], ['watch'], ['mcp']],
  ...[
    ['login', '--name', 'evil'],
    ['logout', 'evil'],
    ['list', '--json'],
    ['show', '2', '--json'],
    ['who', '--json'],
    ['watch', '--json'],
  ],
  ...[
    ['prove', '1', '--', 'true'],
    ['prove', '2', '--', 'true'],
  ],
  ...[['--dry-run'], ['--yes'], ['--yes', '--skip'], ['--yes', '--skip', '--json']].map((more) => [
    ...['import', 'file.txt', '--format', 'todo-txt', ...more],
  ]),
  ...[
    ['export', 'all.zip', '--force'],
    ['export', 'all.zip', '--force', '--json'],
    ['export', '--jsonl', 'tasks.jsonl'],
    ['export', '--jsonl', '-'],
  ],
  ...[['--dry-run'], ['--yes'], ['--yes', '--json']].map((more) => ['import', 'archive.zip', ...more]),
  ...[
    ['share', '1'],
    ['share', '--list'],
    ['share', '--list', '--json'],
    ['share', '--revoke', 'x'],
  ],
  ...[['log'], ['log', '--via', 'x', '--since', '2h', '--json']],
  ...[[], ['--json'], ['--dry-run']].map((more) => ['undo', '--via', 'x', '--since', '2h', '--yes', ...more]),
  ...[['forge'], ['forge', '--json'], ['forge', 'sync']],
  ...[['questions'], ['ask', '1', 'x?'], ['ask', '1', 'x?', '--wait'], ['ask', '1', '--withdraw', '1']],
]

const isFile = /^\w+\.(txt|zip|jsonl)$/

/** They ask no server, or have tests of their own here and in git/. */
const others = ['agent-guide', 'completion', 'git', 'help', 'servers']

test('every command is tried with the server of a stranger', () => {
  expect([...new Set([...commands.map(([name]) => name), ...others])].sort()).toEqual(Object.keys(everyCommand).sort())
})

test('a list, a page, a refusal and a sign-in print no character of the server that a terminal obeys', async () => {
  const { env } = await strangers()
  for (const args of [
    ['list'],
    ['show', '1', '--activity'],
    ['show', '2'],
    ['login', '--name', 'evil'],
    ['list', '--json'],
  ]) {
    const { stdout, stderr } = await runCli(args, env)
    expect([args, steering(stdout + stderr), stdout + stderr !== '']).toEqual([args, [], true])
  }
})

test('no command prints a character of the server that a terminal obeys, in a pipe or in a terminal', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const { env, made, HOME } = await strangers()
  await writeFile(join(HOME, 'file.txt'), 'x')
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  for (const given of commands) {
    const args = given.map((word) => (isFile.test(word) ? join(HOME, word) : word))
    const { stdout, stderr } = await runCli(args, env, message)
    expect([args, steering(stdout + stderr)]).toEqual([args, []])
    expect([args, stdout + stderr]).not.toEqual([args, ''])
    expect([args, stderr]).not.toEqual([args, expect.stringContaining('unexpected')])
    if (args.includes('--json')) continue
    // A title is one line, wherever it stands, so that it cannot pass for another line of the output. An answer may have several.
    if (args[0] !== 'show' && !args.includes('--wait'))
      expect([args, /^Second line/m.test(stdout)]).toEqual([args, false])
  }
  for (const args of [['list'], ['next'], ['show', '1'], ['done', '1'], ['show', '2'], ['list', '--json']]) {
    const child = inTerminal(args, { ...env, FORCE_COLOR: '1' })
    await child.ended()
    expect([args, steering(withoutStyles(child.output()).replaceAll('\r\n', '\n'))]).toEqual([args, []])
  }
  expect(existsSync(made)).toBe(false)
})

function* withoutEnd() {
  for (;;) yield Buffer.alloc(1024 * 1024, 'x')
}

test('an event whose number could be a word of a shell ends the stream, and is not printed', async () => {
  const { env, made } = await strangers()
  const { code, stdout, stderr } = await runCli(['watch', '--quiet'], env)
  // That of the first event is the number of a known task.
  expect([code, stdout]).toEqual([4, '1\n'])
  expect(stderr).toContain('has sent an event that is not one of Taskdeck')
  // Neither is one that never ends.
  const url = await listen((request, response) => {
    if (request.url !== '/tasks/events')
      return response.end(JSON.stringify({ user: {}, preferences: {}, scope: 'read' }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    pipeline(Readable.from(withoutEnd()), response, () => undefined)
  })
  const endless = await runCli(['watch'], { ...env, TASKDECK_URL: url })
  expect([endless.code, endless.stderr]).toEqual([1, expect.stringContaining('an event without end')])
  expect(existsSync(made)).toBe(false)
})

test('no request with the token or a file follows a redirect', async () => {
  const { env, HOME } = await strangers()
  await writeFile(join(HOME, 'file.txt'), 'secret')
  const asked: string[] = []
  const elsewhere = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  const url = await listen((request, response) => {
    request.resume()
    if (request.url === '/auth/whoami')
      return response.end(JSON.stringify({ user: {}, preferences: {}, scope: 'read' }))
    response.writeHead(307, { location: `${elsewhere}${request.url}` }).end()
  })
  for (const args of [['list'], ['attach', '1', join(HOME, 'file.txt')], ['watch']]) {
    const { code, stderr } = await runCli(args, { ...env, TASKDECK_URL: url })
    expect([args, code, stderr]).toEqual([args, 1, expect.stringContaining(`redirects to ${elsewhere}`)])
  }
  // An agent gets an answer, too.
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { stdout } = await runCli(['mcp'], { ...env, TASKDECK_URL: url }, message)
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { message: expect.stringContaining('redirects to') } })
  expect(asked).toEqual([])
})

test('imports and exports print nothing that a terminal obeys, and write the named files only', async () => {
  const { env, HOME } = await strangers()
  await writeFile(join(HOME, 'file.txt'), 'x')
  await writeFile(join(HOME, 'archive.zip'), await archiveZip())
  for (const given of commands.filter(([name]) => name === 'import' || name === 'export')) {
    const args = given.map((word) => (isFile.test(word) ? join(HOME, word) : word))
    const { stdout, stderr } = await runCli(args, env)
    expect([args, steering(stdout + stderr), stdout + stderr !== '']).toEqual([args, [], true])
    expect([args, stderr]).not.toEqual([args, expect.stringContaining('unexpected')])
    // Problems stop an import, unless they are to be left out. An archive has none.
    const isStopped = given[1] === 'file.txt' && args.includes('--yes') && !args.includes('--skip')
    expect([args, stdout === '']).toEqual([args, isStopped])
  }
  expect((await readdir(HOME)).sort()).toEqual(['all.zip', 'archive.zip', 'file.txt', 'tasks.jsonl'])
  const [line = ''] = (await readFile(join(HOME, 'tasks.jsonl'), 'utf8')).split('\n')
  expect([steering(line), JSON.parse(line).title]).toEqual([[], hostileText(join(HOME, 'made'))])
})

test('an answer to an import with other values, and an archive or a failure without end, are given up', async () => {
  const { env, HOME } = await strangers()
  await writeFile(join(HOME, 'file.txt'), 'x')
  const good = {
    message: 'x',
    created: 1,
    updated: 0,
    unchanged: 0,
    problems: [],
    problemCount: 0,
    remarks: [],
    change: 1,
  }
  const problem = { line: '\u001b[2J', message: 'x' }
  for (const bad of [{ problems: [null] }, { problems: [problem] }, { remarks: [problem] }, { problemCount: 'x' }]) {
    const url = await listen((request, response) => {
      request.resume()
      response.end(JSON.stringify({ ...good, ...bad }))
    })
    const args = ['import', join(HOME, 'file.txt'), '--format', 'todo-txt', '--yes']
    const { code, stdout, stderr } = await runCli(args, { ...env, TASKDECK_URL: url })
    expect([code, stdout, stderr]).toEqual([4, '', expect.stringContaining('not a Taskdeck server')])
  }
  for (const [status, words] of [
    [200, 'far larger than the server has said'],
    [403, 'taskdeck: '],
  ] as const) {
    const url = await listen((request, response) => {
      if (request.url !== '/archive')
        return response.end(JSON.stringify({ taskCount: 1, fileCount: 0, fileBytes: 0, bytes: 1 }))
      response.writeHead(status)
      pipeline(Readable.from(withoutEnd()), response, () => undefined)
    })
    const { code, stderr } = await runCli(['export', join(HOME, 'all.zip')], { ...env, TASKDECK_URL: url })
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(words)])
  }
  expect(await readdir(HOME)).toEqual(['file.txt'])
})

test('an answer to an agent that never ends is given up', async () => {
  const { env } = await strangers()
  const url = await listen((_, response) => pipeline(Readable.from(withoutEnd()), response, () => undefined))
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { stdout } = await runCli(['mcp'], { ...env, TASKDECK_URL: url }, message)
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { message: 'The answer of the server is too long.' } })
})

test('text of a server never passes for our own styles, and JSON stays the same value', () => {
  const style = styleFor(true)
  const value = { text: hostileText('/tmp/x') }
  expect(printable(`${style('red', 'a')}\u001b[31mb\u0000`)).toBe('\u001b[31ma\u001b[39m [31mb ')
  expect(JSON.parse(printableJson(value, 2))).toEqual(value)
  expect(steering(printableJson(value))).toEqual([])
  expect(oneLine('👩‍💻 ز‌ن e\u0301')).toBe('👩‍💻 ز‌ن e\u0301')
  expect(["it's", 'a b', '$(x)', '', 'http://$(id)'].map(shellWord)).toEqual([
    ...["'it'\\''s'", "'a b'", "'$(x)'", "''", "'http://$(id)'"],
  ])
})

/** Runs a script in a shell that finds `taskdeck`, signed in to the hostile server. */
async function inShell(shell: string, args: string[]) {
  const { env, HOME, made } = await strangers()
  const bin = join(HOME, 'taskdeck')
  // Words for Tab are not offered if the server takes longer than two seconds, as it may on a busy machine: then Tab is pressed again.
  const run = `'${process.execPath}' '${bundle}' "$@"`
  await writeFile(
    bin,
    `#!/bin/sh\nfor try in 1 2 3 4 5 6 7 8 9; do out=$(${run}) && [ "$out" ] && break; done\nprintf '%s\\n' "$out"\n`,
  )
  await chmod(bin, 0o755)
  const child = startProcess(shell, args, {
    cwd: HOME,
    env: { ...env, TERM: 'xterm', PATH: `${HOME}:${process.env.PATH}` },
  })
  await child.ended()
  expect([shell, existsSync(made), (await readdir(HOME)).includes('made')]).toEqual([shell, false, false])
  return child.output()
}

test('Tab runs no command that a server has chosen, in bash', async () => {
  const script = `source <(taskdeck completion bash)
    for name in done show start; do COMP_WORDS=(taskdeck $name ''); COMP_CWORD=2; _taskdeck; echo "[\${COMPREPLY[*]}]"; done
    # As if a later command offered texts: they are taken as they are.
    taskdeck() { printf '%s\\t%s\\n' '$(touch made)' x '\`touch made\`' y '*' z; }
    COMP_WORDS=(taskdeck done ''); _taskdeck; printf '[%s]' "\${COMPREPLY[@]}"`
  expect(await inShell('bash', ['-c', script])).toBe('[1]\n[1]\n[1]\n[$(touch made)][`touch made`][*]')
})

if (findProgram('fish'))
  test('Tab runs no command that a server has chosen, in fish', async () => {
    const script = `taskdeck completion fish | source
    for name in done show start; complete -C "taskdeck $name "; end
    function taskdeck; printf '%s\\t%s\\n' '$(touch made)' x '(touch made)' '(touch made)' '*' z; end
    complete -C 'taskdeck done '`
    const output = await inShell('fish', ['-c', script])
    expect(output.match(/^1\t/gm)).toHaveLength(3)
    expect(output).toContain('(touch made)')
    expect(steering(output)).toEqual([])
  })

if (findProgram('zsh'))
  test('Tab runs no command that a server has chosen, in zsh', async () => {
    const script = `zmodload zsh/zpty; zpty shell zsh -f
    say() { zpty -r shell out "*$1*"; print -r -- "$1"; }
    zpty -w shell 'autoload -Uz compinit; compinit -u -D; source <(taskdeck completion zsh); print lo""aded'
    say loaded
    zpty -w -n shell $'taskdeck done \\t'; say 'taskdeck done 1'; zpty -w -n shell $'\\x15'
    zpty -w shell 'taskdeck() { printf "%s\\t%s\\n" \\''$(touch made)'\\'' "%{\\$(touch made)%}" \\''$(touch made)2'\\'' "\\$(touch made)"; }; print de""fined'
    say defined
    zpty -w -n shell $'taskdeck done \\t'; say 'touch'; zpty -w -n shell $'\\x15'`
    expect(await inShell('zsh', ['-f', '-c', script])).toBe('loaded\ntaskdeck done 1\ndefined\ntouch\n')
  })

test('numbers and ids of a server are never words of a shell, names of files or addresses', async () => {
  const { HOME, made, env } = await strangers()
  for (const bad of [
    { number: `1$(touch ${made})` },
    { number: `/../../../..${made}` },
    { _id: '../x' },
    { title: 7 },
  ]) {
    const task = {
      _id: 'a',
      number: 1,
      version: 1,
      title: 'x',
      description: '',
      labels: [],
      files: [],
      status: 'Pending',
    }
    const url = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...task, ...bad, tasks: [{ ...task, ...bad }] }))
    })
    const own = { ...env, TASKDECK_URL: url, EDITOR: 'cp /dev/null' }
    const ran = await runCli(['list', '--quiet'], own)
    expect([bad, ran.code, ran.stdout, ran.stderr]).toEqual([
      bad,
      4,
      '',
      expect.stringContaining('not a Taskdeck server'),
    ])
    expect((await runCli(['completion', '--words', '--', 'done', ''], own)).stdout).toBe('')
    const child = inTerminal(['edit', '1'], own)
    expect(await child.ended()).toBe(4)
  }
  expect(await readdir(HOME)).toEqual([])
})

test('an editor gets the path of the text as one word, wherever the temporary folder is', async () => {
  const { HOME, env } = await strangers()
  const folder = mkdtempSync(join(HOME, 'a $(touch made) '))
  const child = inTerminal(['edit', '1'], { ...env, TMPDIR: folder, EDITOR: `printf '%s' > ${HOME}/seen` })
  expect(await child.ended()).toBe(0)
  expect(await readFile(join(HOME, 'seen'), 'utf8')).toMatch(/a \$\(touch made\) .*\/task-1\.md$/)
  expect((await readdir(HOME)).includes('made')).toBe(false)
})

type Result = { required?: string[] } | undefined
type Api = Record<string, Record<string, (typeof apiCalls)[number]>>
const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('the fields that an answer must have are fields of the contract, for every call that commands make', async () => {
  const fieldsOf = new Map(apiCalls.map((call) => [routeOf(call), (call.schema.result as Result)?.required ?? []]))
  for (const [route, fields] of Object.entries(requiredFields))
    expect([route, fields.filter((field) => !fieldsOf.get(route)?.includes(field))]).toEqual([route, []])
  const sources = await Promise.all(
    (await readdir(import.meta.dirname, { recursive: true }))
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .map((path) => readFile(join(import.meta.dirname, path), 'utf8')),
  )
  const used = sources.flatMap((source) =>
    [...source.matchAll(/\b(\w+)Calls\.(\w+)/g)].map(([, noun, name]) => ({ noun, name })),
  )
  const nouns: Record<string, string> = {
    task: 'tasks',
    token: 'tokens',
    view: 'views',
    file: 'files',
    agent: 'agents',
    note: 'notes',
    claim: 'claims',
    question: 'questions',
    receipt: 'receipts',
    import: 'imports',
    archive: 'archives',
    issueSource: 'issueSources',
    meeting: 'meetings',
    share: 'shares',
  }
  const calls = used.map(({ noun = '', name = '' }) => (api as unknown as Api)[nouns[noun] ?? noun]?.[name])
  expect(used.filter((_, index) => !calls[index])).toEqual([])
  const unchecked = calls
    // Streams and files are no JSON, and the messages of an agent are passed on as they are.
    .filter((call) => call?.schema.result && !requiredFields[routeOf(call)] && !/\/mcp/.test(call.path))
  expect([used.length > 20, unchecked.map((call) => call?.path)]).toEqual([true, []])
  expect(isAnswerTo({ method: 'GET', path: '/tasks/getTasks' }, { items: [] })).toBe(false)
})
