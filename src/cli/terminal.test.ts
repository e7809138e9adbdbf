import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from '../../scripts/debian.mjs'
import { bundle, cliUser, inTerminal, runCli, sharedServer } from '../../test/cli.ts'
import { cuttingProxy } from '../../test/cutting-proxy.ts'
import { startProcess } from '../../test/process.ts'

/** The command line as a real process in a pseudo-terminal, against a real server. */
const origin = sharedServer()
const user = (name: string) => cliUser(origin(), name)

const colour = '\u001b['
const linesOf = (text: string) => text.replaceAll('\r', '').trimEnd().split('\n')

async function shown(args: string[], env: Record<string, string>, columns?: number) {
  const child = inTerminal(args, env, columns)
  await child.ended()
  return child.output()
}

test('a list has aligned columns that fit the terminal, in colours unless NO_COLOR says otherwise', async () => {
  const { feed, env } = await user('ana')
  const long = 'A title that is far too long for a narrow terminal, so that it has to be cut'
  await feed(`${long} 2020-01-01 !critical #auth\n日本語のタイトル !low\nShort tomorrow #ui\n`, 'add', '-')
  const wide = await shown(['list'], env, 120)
  expect(wide).toContain(colour)
  expect(wide).toContain(long)
  const narrow = linesOf(await shown(['list'], { ...env, NO_COLOR: '1' }, 60))
  expect(narrow.join('\n')).not.toContain(colour)
  expect(narrow).toEqual([
    expect.stringMatching(/^#1 {2}○ {2}A title that is .*… {2}Critical {2}\d+ d overdue$/),
    expect.stringMatching(/^#3 {2}○ {2}Short +Medium +tomorrow$/),
    expect.stringMatching(/^#2 {2}○ {2}日本語のタイトル +Low$/),
    '',
    '3 tasks · 1 overdue',
  ])
  for (const line of narrow) expect(line.length).toBeLessThanOrEqual(60)
  const [first = '', second = ''] = narrow
  expect(second.indexOf('Medium')).toBe(first.indexOf('Critical'))
  const tiny = linesOf(await shown(['list'], { ...env, NO_COLOR: '1' }, 30))
  for (const line of tiny) expect(line.length).toBeLessThanOrEqual(30)
})

test('a missing text is asked for in a terminal, and is an error elsewhere', async () => {
  const { env, run } = await user('bo')
  const child = inTerminal(['add'], env)
  await child.said(/Task: /)
  child.process.stdin.write('Typed !high\r')
  await child.said(/Added #1 Typed {2}\(High\)/)
  expect(await child.ended()).toBe(0)
  expect(await run('add')).toMatchObject({ code: 2, stdout: '' })
})

test('open parts of a completed task are asked about in a terminal', async () => {
  const { env, run } = await user('jo')
  await run('add', 'Release')
  await run('add', 'Notes part of #1')
  const answer = async (text: string) => {
    const child = inTerminal(['done', '1'], { ...env, NO_COLOR: '1' })
    await child.said(/One part is open:\s+#2 Notes\s[\s\S]*Complete it too\? \(y\)es, \(n\)o: /)
    child.process.stdin.write(`${text}\r`)
    return { code: await child.ended(), text: child.output() }
  }
  expect(await answer('')).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was completed.') })
  expect(await answer('n')).toMatchObject({ code: 0, text: expect.stringContaining('1 part is still open: #2 Notes') })
  await run('reopen', '1')
  expect(await answer('y')).toMatchObject({ code: 0, text: expect.stringContaining('Completed #2 Notes') })
})

test('the number of a change is shown where it is made and where it is listed, and undo takes it', async () => {
  const { env, run } = await user('kim')
  await run('add', 'Old')
  const text = await shown(['edit', '1', '--title', 'New'], { ...env, NO_COLOR: '1' })
  const [, number = ''] = /Change (\d+)\. To take it back: taskdeck undo --change \d+/.exec(text) ?? []
  await run('start', '1')
  expect((await run('show', '1', '--activity')).stdout).toContain(`· change ${number}\n`)
  expect((await run('undo', '--change', number)).stdout).toContain('title back to Old')
})

test('signing in shows a code, opens the page that approves it, and keeps the token in a private file', async () => {
  const { env, call } = await user('cy')
  const { HOME = '' } = env
  const [opened, browser] = [join(HOME, 'opened'), join(HOME, 'browser')]
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`)
  await chmod(browser, 0o755)
  const fresh = { HOME, XDG_CONFIG_HOME: join(HOME, 'config'), BROWSER: browser, NO_COLOR: '1' }
  const child = inTerminal(['login', '--name', 'home'], fresh)
  await child.said(/Address of the server: /)
  child.process.stdin.write(`${origin()}\r`)
  const [, page = '', code = ''] = await child.said(/Open (\S+) and approve this code: ([A-Z-]+)/)
  await call('POST', '/auth/device/approve', { user_code: code })
  await child.said(/Signed in to \S+ as cy\./)
  expect(await child.ended()).toBe(0)
  expect(await readFile(opened, 'utf8')).toContain(code)
  expect(page).toMatch(/#\/device$/)
  const file = join(HOME, 'config/taskdeck/servers.json')
  expect([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777]).toEqual([0o600, 0o700])

  await chmod(file, 0o644)
  expect((await runCli(['whoami', '--json'], fresh)).json).toMatchObject({
    server: { name: 'home', url: origin() },
    user: { username: 'cy' },
    scope: 'write',
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { servers } = JSON.parse(await readFile(file, 'utf8'))
  const token: string = servers.home.token
  expect((await runCli(['login', origin(), '--with-token', '--name', 'again'], fresh, `${token}\n`)).stdout).toContain(
    'Commands now use again instead of home. To go back: taskdeck servers home',
  )
  expect((await runCli(['servers', 'home'], fresh)).stdout).toMatch(/^Commands now use home/)
  expect((await runCli(['servers'], fresh)).stdout).toBe(`home\t${origin()}\tdefault\nagain\t${origin()}\t\n`)
  expect((await runCli(['logout'], fresh)).stdout).toMatch(/^Signed out of/)
  // The token is revoked, so its copy does not work either.
  expect((await runCli(['list', '--server', 'again'], fresh)).code).toBe(3)
})

test('an editor changes the text; if somebody else has changed it too, the text is kept in a file', async () => {
  const { env, run, call } = await user('di')
  await run('add', '--plain', 'Old title', '-m', 'old')
  const editor = join(env.HOME ?? '', 'editor')
  const edits = async (script: string) => {
    await writeFile(editor, `#!/bin/sh\n${script}\n`)
    await chmod(editor, 0o755)
    const child = inTerminal(['edit', '1'], { ...env, EDITOR: editor })
    return { code: await child.ended(), text: child.output() }
  }
  expect((await edits('true')).text).toContain('Nothing changed in #1 Old title')
  expect(await edits(`printf 'New title\\n\\nnew\\n' > "$1"`)).toMatchObject({ code: 0 })
  expect((await run('show', '1', '--json')).json.task).toMatchObject({ title: 'New title', description: 'new' })
  const change = `printf 'Mine\\n' > "$1"; touch ${editor}.open; while [ ! -e ${editor}.go ]; do sleep 0.05; done`
  const editing = edits(change)
  await expect.poll(() => stat(`${editor}.open`).catch(() => undefined)).toBeTruthy()
  await call('PUT', '/tasks/updateTask/1', { title: 'Theirs' })
  await writeFile(`${editor}.go`, '')
  const { code, text } = await editing
  expect(code).toBe(1)
  const [, kept = ''] = /Your text is in (\S+)\. /.exec(text) ?? []
  expect(await readFile(kept, 'utf8')).toBe('Mine\n')
})

test('watch prints changes as they happen, and after a lost connection those that it has missed', async () => {
  const { env, run } = await user('ed')
  const proxy = await cuttingProxy(origin())
  const child = inTerminal(['watch'], { ...env, NO_COLOR: '1', TASKDECK_URL: proxy.origin })
  await child.said(/Watching .+ Press Ctrl\+C to end\./)
  await run('add', 'Seen at once')
  await child.said(/\d\d:\d\d:\d\d {2}#1 Seen at once {2}you via laptop created this task/)
  proxy.cut()
  await run('start', '1')
  await child.said(/#1 Seen at once {2}you via laptop changed the status from Pending to In Progress/)
  child.process.stdin.write('\u0003')
  expect(await child.ended()).toBe(0)
  const lines = linesOf(child.output()).filter((line) => line.includes('#1'))
  expect(lines).toHaveLength(2)
})

/** Runs a script in a shell that finds `taskdeck`, and returns its lines. There are two open tasks and a completed one. */
async function inShell(shell: string, args: string[], name: string) {
  const { env, feed } = await user(name)
  await feed('One\nTwo\n[x] Three\n', 'add', '-')
  const bin = join(env.HOME ?? '', 'taskdeck')
  await writeFile(bin, `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`)
  await chmod(bin, 0o755)
  const child = startProcess(shell, args, {
    cwd: env.HOME ?? '',
    env: { ...env, TERM: 'xterm', PATH: `${env.HOME}:${process.env.PATH}` },
  })
  await child.ended()
  return linesOf(child.output())
}

test('bash completes commands, options, values and the numbers of open tasks', async () => {
  const script = `source <(taskdeck completion bash)
    ask() { COMP_WORDS=(taskdeck "$@"); COMP_CWORD=$#; _taskdeck; echo "[$(printf '%s\\n' "\${COMPREPLY[@]}" | sort | tr '\\n' ' ')]"; }
    ask re; ask list --pri; ask list --priority c; ask done ''; ask completion z`
  expect(await inShell('bash', ['-c', script], 'fay')).toEqual([
    ...['[redo release reopen restore ]', '[--priority ]', '[critical ]', '[1 2 ]', '[zsh ]'],
  ])
})

if (findProgram('fish'))
  test('fish completes the same, with explanations, and files where nothing else fits', async () => {
    const script = `taskdeck completion fish | source; touch some-file
    for line in 're' 'list --priority c' 'done ' 'attach 1 some'; complete -C "taskdeck $line"; end`
    expect(await inShell('fish', ['-c', script], 'gus')).toEqual([
      'redo\tMake the undone change again',
      'release\tRelease tasks that you hold',
      'reopen\tOpen completed tasks again',
      'restore\tBring tasks and files back from the trash',
      ...['critical', '1\tOne', '2\tTwo', 'some-file'],
    ])
  })

if (findProgram('zsh'))
  test('zsh completes the same in a terminal', async () => {
    // Waits for each text to appear, and would wait for ever if it did not.
    const script = `zmodload zsh/zpty; zpty shell zsh -f
    say() { zpty -r shell out "*$1*"; print -r -- "$1"; }
    ask() { zpty -w -n shell "$1"$'\\t'; say "$2"; zpty -w -n shell $'\\x15'; }
    zpty -w shell 'autoload -Uz compinit; compinit -u -D; source <(taskdeck completion zsh); print lo""aded'
    say loaded; ask 'taskdeck reop' 'taskdeck reopen'; ask 'taskdeck list --pri' '--priority'
    ask 'taskdeck list --priority c' critical; ask 'taskdeck done ' '-- Two'`
    expect(await inShell('zsh', ['-f', '-c', script], 'hal')).toEqual([
      ...['loaded', 'taskdeck reopen', '--priority', 'critical', '-- Two'],
    ])
  })

test('a reader that has enough ends the list without an error', async () => {
  const { env, feed } = await user('gil')
  await feed('A task with a title of some length\n'.repeat(400), 'add', '-', '--quiet')
  const command = `'${process.execPath}' '${bundle}' list --json | head -c 10; echo " \${PIPESTATUS[0]}"`
  const child = startProcess('bash', ['-c', command], { env })
  await child.ended()
  expect(child.output()).toBe('{"tasks":[ 0\n')
})
