import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../test/database.ts'
import { startProcess } from '../../test/process.ts'
import { startServer } from '../../test/server.ts'
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
  const prepare = () => prepareDataFolder({ dataDir, databaseFile }, (message) => warnings.push(message))
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
  const prepare = () => prepareDataFolder({ dataDir, databaseFile: undefined }, () => {})
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
    expect(() => prepareDataFolder({ dataDir: folder, databaseFile: undefined }, () => {})).toThrow(
      new ConfigError(
        `The data folder ${folder} is accessible to other users of this machine and contains other things: set DATA_DIR to a folder of its own, or run chmod 700 ${folder}.`,
      ),
    )
    expect(await mode(folder)).toBe(before)
  }
})

test('a backup made with the commands from the README is private and can be restored', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, backUp = '', restore = ''] = /## Back up and restore.*?```sh\n(.*?)```.*?```sh\n(.*?)```/s.exec(readme) ?? []
  const home = await freshFolder()
  const server = await startServer({ DATA_DIR: join(home, 'data') })
  const run = async (commands: string) => {
    const shell = startProcess('sh', ['-ec', `umask 022\n${commands}`], { cwd: home })
    expect([await shell.ended(), shell.output()]).toEqual([0, ''])
  }
  await run(backUp)
  await server.stop()
  const names = ['', ...(await readdir(join(home, 'backup'), { recursive: true }))]
  expect(names).toEqual(expect.arrayContaining(['files', expect.stringMatching(/^taskdeck-.*\.db$/)]))
  for (const name of names) {
    const path = join(home, 'backup', name)
    expect([name, await mode(path)]).toEqual([name, (await stat(path)).isDirectory() ? '700' : '600'])
  }

  const copy = names.find((name) => name.endsWith('.db')) ?? ''
  await run(restore.replace(/taskdeck-[\d-]+\.db/, copy))
  expect(await mode(join(home, 'data', 'taskdeck.db'))).toBe('600')
  await startServer({ DATA_DIR: join(home, 'data') })
})
