import { expect, test } from 'vitest'
import { cliUser, sharedServer, spawnCli } from '../../test/cli.ts'

const origin = sharedServer()

test('the work of a token is listed, shown before it is undone, and undone as one change', async () => {
  const { run, call, env } = await cliUser(origin(), 'una')
  const { token } = await call('POST', '/auth/tokens', { name: 'codex', scope: 'write' })
  const codex = (...args: string[]) => spawnCli(args, { ...env, TASKDECK_TOKEN: token })
  await run('add', 'Limit requests 2026-11-21')
  await codex('edit', '1', '--due', '2026-11-24', '--priority', 'high')
  await codex('note', '1', 'Half of it')
  await codex('add', 'Read the limit')
  await run('edit', '1', '--priority', 'low')

  const log = await run('log', '--via', 'codex', '--since', '2h')
  expect(log.stdout.split('\n').map((line) => line.replace(/ · .*/, ''))).toEqual([
    '#2 Read the limit: una via codex created this task',
    '#1 Limit requests: una via codex wrote “Half of it”',
    '#1 Limit requests: una via codex changed the priority from Medium to High and changed the due date from Nov 21, 2026 to Nov 24, 2026',
    '',
  ])
  expect((await run('log', '--limit', '1', '-q')).stdout).toBe('5\n')
  expect((await run('log', '--via', 'nobody')).stdout).toBe('No changes by nobody.\n')

  const dry = await run('undo', '--via', 'codex', '--since', '2h', '--dry-run')
  const left = /^ {2}#1 Priority: laptop set it to Low \(.*\)$/m
  expect(dry.stdout.replace(left, '  LEFT')).toBe(`3 changes by codex on 2 tasks:
#2 Read the limit (1 change)
  Added by codex → Trash
#1 Limit requests (2 changes)
  Due date Nov 24, 2026 → Nov 21, 2026
  1 note → removed, kept in the history
Left alone, because it was changed since:
  LEFT
Nothing was undone: this is what undo would do without --dry-run.
`)
  expect((await run('list', '-q')).stdout).toBe('1\n2\n')
  const unasked = await run('undo', '--via', 'codex', '--since', '2h')
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('Add --yes')])
  const undone = await run('undo', '--via', 'codex', '--since', '2h', '--yes')
  expect([undone.code, undone.stdout.replace(left, '  LEFT')]).toEqual([
    0,
    'Undid 3 changes by codex.\nLeft alone, because it was changed since:\n  LEFT\n',
  ])
  expect((await run('list', '--json')).json.tasks).toMatchObject([
    { number: 1, dueDate: '2026-11-21T00:00:00.000Z', priority: 'Low' },
  ])
  expect((await run('undo')).stdout).toContain('Undone: ')
  expect((await run('list', '-q')).stdout).toBe('1\n2\n')

  for (const [args, message] of [
    [['--via', 'codex'], '--via needs --since'],
    [['--since', '2h'], '--since needs --via.'],
    [['--via', 'codex', '--since', 'soon'], '--since does not understand “soon”.'],
    [['--via', 'codex', '--change', '3', '--since', '2h'], 'Give either --change or --via'],
  ] as const) {
    const { code, stderr } = await run('undo', ...args)
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(message)])
  }
  const unknown = await run('undo', '--via', 'codx', '--since', '2h', '--yes')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('token named “codx”')])
})
