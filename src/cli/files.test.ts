import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliUser, inTerminal, sharedServer, spawnCli } from '../../test/cli.ts'
import { listen } from '../../test/hostile-server.ts'
import { safeFileName } from './safe-file-name.ts'

const origin = sharedServer()

test('files are listed and saved, and never replace another one without a word', async () => {
  const { run, env } = await cliUser(origin(), 'ana', 'write', spawnCli)
  const { HOME = '' } = env
  await run('add', 'With files')
  const content = 'The content.\n'.repeat(5_000)
  await writeFile(join(HOME, 'a.txt'), content)
  await writeFile(join(HOME, 'größe & more.txt'), 'Other')
  await run('attach', '1', join(HOME, 'a.txt'), join(HOME, 'größe & more.txt'))
  expect((await run('files', '1')).stdout).toMatch(/^\S+\t5\t\S+\tgröße & more\.txt\n\S+\t65000\t\S+\ta\.txt\n$/)

  const taken = await run('download', '1', 'größe & more.txt')
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('exists already. It was not changed.')])
  await writeFile(join(HOME, 'größe & more.txt'), 'Changed')
  const child = inTerminal(['download', '1', 'größe & more.txt'], env)
  await child.said(/Replace .*\? \(y\)es, \(n\)o: /)
  child.process.stdin.write('n\r')
  expect([await child.ended(), await readFile(join(HOME, 'größe & more.txt'), 'utf8')]).toEqual([1, 'Changed'])
  expect((await run('download', '1', 'größe & more.txt', '--force')).code).toBe(0)
  expect(await readFile(join(HOME, 'größe & more.txt'), 'utf8')).toBe('Other')
  // A link is never followed.
  await symlink('/nowhere/at/all', join(HOME, 'link'))
  expect((await run('download', '1', 'a.txt', '-o', 'link')).code).toBe(1)
  expect((await run('download', '1', 'a.txt', '-o', 'b.txt', '--quiet')).stdout).toBe('b.txt\n')
  expect(await readFile(join(HOME, 'b.txt'), 'utf8')).toBe(content)
  expect((await run('download', '1', 'a.txt', '-o', '-')).stdout).toBe(content)
  expect(await inTerminal(['download', '1', 'a.txt', '-o', '-'], env).ended()).toBe(2)
  expect((await run('download', '1')).stderr).toContain('Which file?')
  expect((await run('download', '1', 'b.txt')).stderr).toContain('#1 has no file “b.txt”.')
  expect((await readdir(HOME)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('the name of a file becomes a safe one', () => {
  const cases: Record<string, string> = {
    'proof.png': 'proof.png',
    '../../.ssh/authorized_keys': 'authorized_keys',
    'C:\\Windows\\evil.exe': 'evil.exe',
    '.bashrc': 'bashrc',
    '-rf': 'rf',
    'a\u001b[31m\nb\u202e.txt': 'a [31m b.txt',
    'con.txt': '_con.txt',
    '..': 'file-1',
    '': 'file-1',
    'a:b?.txt': 'a_b_.txt',
    'größe.tar.gz': 'größe.tar.gz',
  }
  expect(Object.fromEntries(Object.keys(cases).map((name) => [name, safeFileName(name, '1')]))).toEqual(cases)
  expect(Buffer.byteLength(safeFileName(`${'ü'.repeat(300)}.png`, '1'))).toBe(200)
})

test('a file that arrives damaged is not saved, and a redirect gets no token', async () => {
  const { HOME = '' } = (await cliUser(origin(), 'bo')).env
  const bytes = 'the bytes'
  let seen: string | undefined = 'none'
  const storage = await listen(({ headers }, response) => {
    seen = headers.authorization
    response.end(bytes)
  })
  const file = (name: string, sha256: string) => ({
    _id: name,
    name,
    size: bytes.length,
    type: 'x',
    sha256,
    createdAt: 'x',
  })
  const hash = createHash('sha256').update(bytes).digest('hex')
  const task = { _id: 'a', number: 1, version: 1, title: 'x', description: '', labels: [], status: 'Pending' }
  const files = [file('good', hash), file('bad', '0'.repeat(64)), { ...file('long', hash), size: 3 }]
  const url = await listen((request, response) => {
    if (request.url === '/tasks/task/1') return response.end(JSON.stringify({ ...task, files }))
    response.writeHead(302, { location: `${storage}/object` }).end()
  })
  const env = { HOME, TASKDECK_URL: url, TASKDECK_TOKEN: 'tdk_x' }
  expect((await spawnCli(['download', '1', 'good'], env)).code).toBe(0)
  expect([await readFile(join(HOME, 'good'), 'utf8'), seen]).toEqual([bytes, undefined])
  for (const name of ['bad', 'long']) {
    const { code, stderr } = await spawnCli(['download', '1', name], env)
    expect([code, stderr]).toEqual([1, expect.stringContaining('has not arrived as it was attached')])
    expect([existsSync(join(HOME, name)), (await readdir(HOME)).length]).toEqual([false, 1])
  }
})
