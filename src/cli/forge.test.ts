import { expect, test } from 'vitest'
import { cliUser, sharedServer } from '../../test/cli.ts'
import { issueSource } from '../../test/issue-forges.ts'

const origin = sharedServer()

test('repositories are listed with their state, and synced, all or one; connecting one is for the browser', async () => {
  const { run, call } = await cliUser(origin(), 'fay')
  expect((await run('forge')).stdout).toBe('')
  expect((await run('forge', 'sync')).stderr).toContain('No repository is connected.')
  const other = await call('POST', '/issue-sources', { ...issueSource, address: 'git.example/acme/other' })
  await call('POST', `/issue-sources/${other.source.id}/pause`)
  await call('POST', '/issue-sources', issueSource)
  expect((await run('forge')).stdout).toBe('acme/other\t0\tpaused just now.\nacme/app\t0\treading the issues …\n')
  expect((await run('forge', '--quiet')).stdout).toBe('acme/other\nacme/app\n')
  expect((await run('forge', 'sync')).stdout).toBe('Reading the issues of acme/app.\n')
  expect((await run('forge', 'sync', 'acme/app', '--quiet')).stdout).toBe('acme/app\n')
  expect((await run('forge', 'sync', 'acme/other')).stderr).toContain('is paused')
  expect((await run('forge', 'sync', 'acme/none')).stderr).toContain('acme/none is not connected.')
  expect((await run('forge', 'add', 'x')).stderr).toContain('Open Settings > Issues.')
  expect((await run('forge', 'list')).code).not.toBe(0)
})
