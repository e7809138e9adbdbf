import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from './database.ts'
import { startProcess } from './process.ts'

const run = promisify(execFile)

/** This project as a fresh clone, but with the installed packages and a web app that builds quickly. */
async function clone() {
  const folder = await freshFolder()
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'])
  for (const file of stdout.trim().split('\n')) await cp(file, join(folder, file))
  // One link per package, so that an installation in the clone removes the links and not the packages.
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir('node_modules')) {
    await symlink(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
  }
  await writeFile(join(folder, 'src/web/main.tsx'), "document.title = 'Taskdeck'\n")
  return folder
}

function npmStart(folder: string, env: Record<string, string> = {}) {
  const settings = { PORT: '0', HOST: '127.0.0.1', OVERLOAD_DELAY: '60000' }
  const child = startProcess('npm', ['start'], { cwd: folder, env: { ...settings, ...env } })
  onTestFinished(() => void child.process.kill('SIGKILL'))
  return child
}

/** What npm runs before the server, which takes as long to start as all of this. */
const setUp = (folder: string) => startProcess(process.execPath, ['scripts/setup.mjs', 'start'], { cwd: folder })

test('npm start builds and serves the app and prints its address; the next start skips finished steps, a changed file is rebuilt, and a web app that does not compile stops the start', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  expect(await readFile('node_modules/.taskdeck-installed', 'utf8'), 'run npm test, which installs first').toBeTruthy()
  const folder = await clone()

  const first = npmStart(folder)
  const [, url = ''] = await first.said(/Taskdeck is ready at (\S+)/)
  expect(first.output()).toContain('Building the web app …')
  expect(first.output()).not.toContain('Installing packages')
  expect(await (await fetch(url)).text()).toContain('<div id="root">')
  await first.stop()
  expect(first.output()).toContain('finishing the requests in progress, then closing')

  const second = setUp(folder)
  expect(await second.ended(), second.output()).toBe(0)
  expect(second.output()).toBe('')

  await writeFile(
    join(folder, 'src/web/navigation/paths.ts'),
    await readFile('src/web/navigation/paths.ts', 'utf8').then((text) => `${text}\n`),
  )
  const third = setUp(folder)
  expect(await third.ended(), third.output()).toBe(0)
  expect(third.output()).toContain('Building the web app …')

  await writeFile(join(folder, 'src/web/main.tsx'), 'import { nothing } from "./nowhere.ts"; nothing()')
  const broken = npmStart(folder)
  expect(await broken.ended()).toBe(1)
  expect(broken.output()).toContain('Building the web app failed')
  expect(broken.output()).not.toContain('Taskdeck is ready')
})

test('a Node version that is too old is reported in one line with exit code 1', async () => {
  const old = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.19.0' } })"
  const child = startProcess(process.execPath, ['--import', old, 'scripts/setup.mjs', 'start'])
  expect(await child.ended()).toBe(1)
  expect(child.output()).toBe('Node 18.19.0 is too old: install Node 20 or newer, then run the command again.\n')
})
