import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { runOperator } from '../../../test/operator.ts'
import { startServer } from '../../../test/server.ts'
import { ConfigError } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'

const mode = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8)

/** A data folder as it is after a careless copy. */
async function openFolder() {
  const dataDir = join(await freshFolder(), 'data')
  const file = join(dataDir, 'files', 'owner', 'file')
  await mkdir(join(dataDir, 'files', 'owner'), { recursive: true })
  for (const path of [join(dataDir, 'taskdeck.db'), join(dataDir, 'taskdeck.db-wal'), file]) {
    await writeFile(path, '')
    await chmod(path, 0o644)
  }
  for (const path of [dataDir, join(dataDir, 'files'), join(dataDir, 'files', 'owner')]) await chmod(path, 0o755)
  return { dataDir, databaseFile: join(dataDir, 'taskdeck.db'), file }
}

test('a data folder that others can read is made private with all its contents, and this is logged', async () => {
  const { dataDir, databaseFile, file } = await openFolder()
  const warnings: string[] = []
  const prepare = () =>
    prepareDataFolder({ dataDir, databaseFile, filesFolder: join(dataDir, 'files') }, (message) =>
      warnings.push(message),
    )
  prepare()
  expect(await mode(dataDir)).toBe('700')
  for (const folder of ['files', 'files/owner']) expect(await mode(join(dataDir, folder))).toBe('700')
  for (const path of [databaseFile, `${databaseFile}-wal`, file]) expect(await mode(path)).toBe('600')
  expect(warnings).toContain(`Other users of this machine could read ${dataDir}: made it private (mode 700).`)
  warnings.length = 0
  prepare()
  expect(warnings).toEqual([])
})

test.for([
  ['/proc/taskdeck', 'ENOENT'],
  [import.meta.filename, 'it is a file, not a folder'],
] as const)('a data folder that cannot be created is refused: %s', ([dataDir, reason]) => {
  const prepare = () => prepareDataFolder({ dataDir, databaseFile: undefined, filesFolder: undefined }, () => {})
  expect(prepare).toThrow(`The data folder ${dataDir} cannot be used (${reason})`)
  expect(prepare).toThrow(ConfigError)
})

test('a folder that is shared or contains other files is refused and left unchanged', async () => {
  const shared = await freshFolder()
  await chmod(shared, 0o1777)
  const other = await freshFolder()
  await writeFile(join(other, 'letter.txt'), '')
  await chmod(other, 0o755)
  for (const folder of [shared, other]) {
    const before = await mode(folder)
    const privately = await freshFolder()
    for (const [dataDir, filesFolder, kind, setting] of [
      [folder, undefined, 'data', 'DATA_DIR'],
      [privately, folder, 'files', 'FILES_URL'],
    ] as const) {
      expect(() => prepareDataFolder({ dataDir, filesFolder, databaseFile: undefined }, () => {})).toThrow(
        new ConfigError(
          `The ${kind} folder ${folder} is accessible to other users of this machine and contains other things: set ${setting} to a folder of its own, or run chmod 700 ${folder}.`,
        ),
      )
    }
    expect(await mode(folder)).toBe(before)
  }
})

test('the commands back up a running server and restore it, and only the user that runs them can read the copies', {
  tags: 'long',
}, async () => {
  const home = await freshFolder()
  const [data, copy, backups] = ['data', 'copy', 'backups'].map((name) => join(home, name)) as [string, string, string]
  await startServer({ DATA_DIR: data })
  const made = await runOperator('backup.ts', { DATA_DIR: data }, backups)
  expect([made.code, made.output]).toEqual([0, expect.stringMatching(/^Backed up 0 accounts, 0 tasks, 0 files to /)])
  const restored = await runOperator('restore.ts', { DATA_DIR: copy }, backups)
  expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/^Restored 0 accounts, /)])
  for (const folder of [backups, copy]) {
    const names = ['', ...(await readdir(folder, { recursive: true }))]
    expect(names.length).toBeGreaterThan(2)
    for (const path of names.map((name) => join(folder, name))) {
      expect([path, await mode(path)]).toEqual([path, (await stat(path)).isDirectory() ? '700' : '600'])
    }
  }
  await startServer({ DATA_DIR: copy })
})
