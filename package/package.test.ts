import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFolder } from '../test/database.ts'
import { startProcess } from '../test/process.ts'
import { envOfFiles, freshPlace, storeKinds } from '../test/stores.ts'
import { bundleProgram } from './bundle.ts'
import { buildExecutable } from './executable.ts'
import { walkProgram } from './walk.ts'

// Building the executable costs as much as both tests, so they share it.
let bin: string
let executable: string
beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'taskdeck-package-'))
  executable = buildExecutable(await bundleProgram(bin), process.arch, bin)
}, 180_000)
afterAll(() => rm(bin, { recursive: true, force: true }))

test('the single executable works in every part', { tags: 'long', timeout: 180_000 }, async () => {
  const folder = await freshFolder()
  const run = (args: string[], env: Record<string, string>) => startProcess(executable, args, { cwd: folder, env })
  const place = storeKinds.includes('s3') ? await freshPlace('s3') : undefined
  const objectStorage = place && envOfFiles(place.config)
  await walkProgram({ run, folder, objectStorage, say: () => {} })
})

test('the same sources give the same bytes, in whatever folder they are built', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const folder = await freshFolder()
  const again = buildExecutable(await bundleProgram(folder), process.arch, folder)
  const hashOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  expect(await hashOf(again)).toBe(await hashOf(executable))
})

const execute = promisify(execFile)

test('the executable installs hooks that run it, by whatever name it is called', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const home = await freshFolder()
  await symlink(executable, join(bin, 'taskdeck'))
  const base = { HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const env = { ...base, PATH: `${bin}:${process.env.PATH}` }
  for (const [name, command, args] of [
    ['by-name', 'taskdeck', []],
    ['by-path', join(bin, 'taskdeck'), []],
    ['as-a-part', executable, ['cli']],
  ] as const) {
    const cwd = join(home, name)
    await mkdir(cwd)
    // The hooks must find the program without the folder in PATH.
    const git = (...words: string[]) =>
      execute('git', words, { cwd, env: { ...base, PATH: process.env.PATH ?? '' } }).then(({ stdout }) => stdout.trim())
    await git('init', '--quiet', '--initial-branch=main')
    await git('config', 'user.email', 'ana@example.com')
    await git('config', 'user.name', 'Ana')
    const { stdout } = await execute(command, [...args, 'git', 'install'], { cwd, env })
    expect([name, stdout]).toEqual([name, expect.stringMatching(/^Installed hooks in /)])
    expect(await readFile(join(cwd, '.git/hooks/commit-msg'), 'utf8')).toContain(
      `${executable} cli git hook commit-msg`,
    )
    await git('switch', '--quiet', '--create', '12-fix')
    await git('commit', '--quiet', '--allow-empty', '-m', 'Fix it')
    expect([name, await git('log', '-1', '--format=%B')]).toEqual([name, 'Fix it\n\nTask: #12'])
  }
})
