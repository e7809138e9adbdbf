import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliUser, inTerminal, runCli, sharedServer } from '../../test/cli.ts'
import { listen } from '../../test/hostile-server.ts'

/** The command line against servers that are not Taskdeck, or that do not answer. */
const origin = sharedServer()
const HOME = mkdtempSync(join(tmpdir(), 'taskdeck-home-'))
const envFor = (url: string) => ({ HOME, TASKDECK_URL: url, TASKDECK_TOKEN: 'tdk_x' })

const answering = (status: number, type: string, body: string) => (_: unknown, response: ServerResponse) =>
  response.writeHead(status, { 'content-type': type }).end(body)

test('an answer that is not one of Taskdeck is named in one line, whatever the command expects', async () => {
  const page = '<!DOCTYPE html><html><head><title>Sign in\n to Café &amp; Co</title></head></html>'
  const servers: [RegExp, Parameters<typeof answering>][] = [
    [/ is not a Taskdeck server: .* \(status 200\)\.$/, [200, 'application/json', '{"items":[1,2,3]}']],
    [/ is not a Taskdeck server: .* \(status 200\)\.$/, [200, 'application/json', '[{"id":1}]']],
    [/ is not a Taskdeck server: .* \(status 404\)\.$/, [404, 'application/json', '{"message":"Not Found"}']],
    [/ is not a Taskdeck server: .* \(status 401\)\.$/, [401, 'text/plain', 'Who are you?']],
    [
      / answered with a web page instead of data \(status 200, “Sign in to Café &amp; Co”\)\.$/,
      [200, 'text/html', page],
    ],
    [/ answered with a web page .* \(status 403, /, [403, 'text/html', page]],
    [/ cannot be reached: a server in front of it answered for it \(status 502, “Sign in/, [502, 'text/html', page]],
  ]
  const every = [['list'], ['show', '1'], ['add', 'x'], ['done', '1'], ['whoami'], ['standup'], ['undo']]
  for (const [index, [expected, answer]] of servers.entries()) {
    const url = await listen(answering(...answer))
    for (const args of index ? [['list']] : every) {
      const { code, stdout, stderr } = await runCli(args, envFor(url))
      const [first = '', advice = '', ...more] = stderr.split('\n')
      expect([args, answer, code, stdout, advice.length < 200, more]).toEqual([args, answer, 4, '', true, ['']])
      expect(first.replace(`taskdeck: ${url}`, '')).toMatch(expected)
    }
  }
})

test('a server that does not answer is waited for as long as --timeout says, with a word after some seconds', {
  tags: 'long',
}, async () => {
  const url = await listen(() => undefined)
  const begun = performance.now()
  await writeFile(join(HOME, 'file.txt'), 'x'.repeat(1_000_000))
  const [list, undo, attach, words] = await Promise.all([
    runCli(['list', '--timeout', '6'], envFor(url)),
    runCli(['--timeout', '1', 'undo'], envFor(url)),
    runCli(['--timeout', '1', 'attach', '1', join(HOME, 'file.txt')], envFor(url)),
    runCli(['completion', '--words', '--', 'done', ''], envFor(url)),
  ])
  expect([list.code, list.stderr.split('\n')]).toEqual([
    4,
    [
      `Waiting for ${url} … (at most 6 seconds; Ctrl+C ends it)`,
      `taskdeck: ${url}: No answer within 6 seconds.`,
      'Check the connection, and whether the server runs. --timeout SECONDS waits longer.',
      '',
    ],
  ])
  expect([undo.code, undo.stderr]).toEqual([4, expect.stringContaining('The change may have been made')])
  expect([attach.code, attach.stderr]).toEqual([4, expect.stringContaining('No answer within 1 second.')])
  expect([words.code, words.stdout]).toEqual([0, ''])
  expect(performance.now() - begun).toBeLessThan(25_000)
  expect((await runCli(['list', '--timeout', 'long'], envFor(url))).code).toBe(2)
})

test('an answer that no command has expected is one line, without code', async () => {
  const url = await listen(answering(200, 'application/json', '{"user":null,"preferences":null,"scope":"read"}'))
  const { code, stdout, stderr } = await runCli(['whoami'], envFor(url))
  expect([code, stdout, stderr.split('\n')]).toEqual([
    1,
    '',
    [expect.stringMatching(/^taskdeck: Something unexpected happened: TypeError: .{10,80}$/), expect.any(String), ''],
  ])
})

test('Ctrl+C at a question ends the command with 130 and no further word, and Ctrl+D is no answer', async () => {
  const { env, run } = await cliUser(origin(), 'jo')
  await run('add', 'Release')
  await run('add', 'Notes part of #1')
  const questions: [string[], RegExp, Record<string, string>][] = [
    [['done', '1'], /\(y\)es, \(n\)o: /, env],
    [['add'], /Task: /, env],
    [['login'], /Address of the server: /, { HOME }],
  ]
  const answer = async (key: string, [args, question, given]: (typeof questions)[number]) => {
    const child = inTerminal(args, { ...given, NO_COLOR: '1' })
    await child.said(question)
    child.process.stdin.write(key)
    const code = await child.ended()
    return { code, after: child.output().split(question)[1] ?? '' }
  }
  for (const question of questions) {
    const { code, after } = await answer('\u0003', question)
    expect([question[0], code, /\w/.test(after.replace(/\[\d+G/, ''))]).toEqual([question[0], 130, false])
  }
  expect((await answer('\u0004', questions[0] as (typeof questions)[number])).code).toBe(1)
  expect((await run('list', '--quiet')).stdout.split('\n').sort()).toEqual(['', '1', '2'])
})
