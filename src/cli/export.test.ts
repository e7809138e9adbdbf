import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliUser, runCli, sharedServer } from '../../test/cli.ts'
import { unzip } from '../../test/unzip.ts'

const origin = sharedServer()

test('everything is saved as a ZIP with a token that may export, and with no other one', async () => {
  const { run, env, call } = await cliUser(origin(), 'exa')
  await run('add', 'Write the release notes')
  const path = join(env.HOME ?? '', 'all.zip')
  const refused = await run('export', path)
  expect([refused.code, refused.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining(
      'This token may not export. Make one with the scope export: see Settings > Agents and access.',
    ),
  ])
  const { token } = await call('POST', '/auth/tokens', { name: 'exporting', scope: 'export' })
  const exporting = { ...env, TASKDECK_TOKEN: token }
  const saved = await runCli(['export', path], exporting)
  expect([saved.stderr, saved.stdout]).toEqual([
    '',
    expect.stringMatching(/^Saved 1 tasks? and 0 files \(\d.* kB\) as \//),
  ])
  expect((await unzip(await readFile(path))).get('tasks.md')?.toString()).toContain('## #1 Write the release notes')

  await writeFile(path, 'mine')
  const taken = await runCli(['export', path], exporting)
  expect([taken.code, taken.stderr]).toEqual([expect.any(Number), expect.stringContaining('exists already')])
  expect(await readFile(path, 'utf8')).toBe('mine')
  expect((await runCli(['export', path, '--force'], exporting)).code).toBe(0)
  expect((await unzip(await readFile(path))).has('index.html')).toBe(true)
  expect((await runCli(['whoami'], exporting)).stdout).toContain('may read and export')
  expect((await runCli(['export'], exporting)).code).toBe(2)
})
