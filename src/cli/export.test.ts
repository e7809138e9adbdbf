import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cliUser, runCli, sharedServer } from '../../test/cli.ts'
import { tcpProxy } from '../../test/tcp-proxy.ts'
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

/** A line that is cut once, after so many bytes of a response have passed. */
const cutOnce = async (target: string, bytes: number) => {
  let isCut = false
  const proxy = await tcpProxy(target, (client, server) => {
    let passed = 0
    client.pipe(server)
    server.on('data', (chunk) => {
      passed += chunk.length
      client.write(chunk)
      if (passed < bytes || isCut) return
      isCut = true
      // After what has been written, so that a part of it arrives.
      client.end()
    })
  })
  onTestFinished(proxy.close)
  return { origin: proxy.origin, isCut: () => isCut }
}

test('an export that breaks off is continued', async () => {
  const { run, env, call } = await cliUser(origin(), 'broken')
  await run('add', 'With a file')
  const picture = join(env.HOME ?? '', 'random.bin')
  await writeFile(picture, randomBytes(400_000))
  await run('attach', '1', picture)
  const { token } = await call('POST', '/auth/tokens', { name: 'exporting', scope: 'export' })
  const path = join(env.HOME ?? '', 'all.zip')
  const line = await cutOnce(origin(), 150_000)
  const saved = await runCli(['export', path], { ...env, TASKDECK_TOKEN: token, TASKDECK_URL: line.origin })
  expect([line.isCut(), saved.code, saved.stderr]).toEqual([true, 0, expect.stringContaining('Continuing')])
  const files = await unzip(await readFile(path))
  expect(files.get('files/1/random.bin')?.equals(await readFile(picture))).toBe(true)
})
