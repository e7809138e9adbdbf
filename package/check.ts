import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startProcess, startTaskdeck } from '../test/process.ts'
import { walkProgram } from './walk.ts'

const maxReadyMs = 1_000
const attempts = 5

/** Runs an executable in a root folder that contains only it and the shared libraries that it names, and measures how fast it starts. */
export async function checkExecutable(file: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'taskdeck-root-'))
  try {
    const libraries = librariesOf(file)
    for (const library of libraries) {
      mkdirSync(join(root, dirname(library)), { recursive: true })
      copyFileSync(library, join(root, library))
    }
    copyFileSync(file, join(root, 'taskdeck-server'))
    mkdirSync(join(root, 'srv'))
    console.log(
      `An empty root folder with taskdeck-server and ${libraries.length} libraries: ${libraries.map((path) => path.split('/').at(-1)).join(', ')}`,
    )
    const run = (args: string[], env: Record<string, string>) =>
      startProcess('chroot', [root, '/taskdeck-server', ...args], { env })
    await walkProgram({ run, folder: '/srv', say: (line) => console.log(`ok  ${line}`) })
    await measure((dataDir) => run([], { ...settings, DATA_DIR: dataDir }))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const settings = { HOST: '127.0.0.1', PORT: '0' }

/** Compares the starts of the executable, of the source tree and of Node itself, in turns, because the machine may be busy. */
async function measure(startExecutable: (dataDir: string) => ReturnType<typeof startProcess>) {
  const folder = mkdtempSync(join(tmpdir(), 'taskdeck-start-'))
  const starts: Record<string, () => ReturnType<typeof startProcess>> = {
    'the executable': () => startExecutable('/srv/data'),
    'the source tree': () => startTaskdeck({ ...settings, DATA_DIR: folder }),
    'a bare Node': () => startProcess(process.execPath, ['-e', 'console.log("ready at"); setInterval(() => {}, 1000)']),
  }
  const best = new Map<string, Took>()
  for (let count = 0; count < attempts; count++) {
    for (const [name, start] of Object.entries(starts)) {
      const took = await timeOf(start)
      if (took.ms < (best.get(name)?.ms ?? Number.POSITIVE_INFINITY)) best.set(name, took)
    }
  }
  rmSync(folder, { recursive: true, force: true })
  for (const [name, { ms, busyMs }] of best)
    console.log(`${name} is ready after ${Math.round(ms)} ms (${busyMs} ms of processor time)`)
  // On a machine that does other work, only the processor time says something about the program.
  const { ms, busyMs } = best.get('the executable') ?? { ms: 0, busyMs: 0 }
  if (Math.min(ms, busyMs) > maxReadyMs) throw new Error(`The executable is not ready within ${maxReadyMs} ms.`)
}

interface Took {
  ms: number
  busyMs: number
}

async function timeOf(start: () => ReturnType<typeof startProcess>): Promise<Took> {
  const begun = performance.now()
  const program = start()
  await program.said(/ready at/)
  const ms = performance.now() - begun
  // Fields 14 and 15: the time in user and kernel mode, in hundredths of a second.
  const [user, system] =
    readFileSync(`/proc/${program.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  await program.stop('SIGKILL')
  return { ms, busyMs: (Number(user) + Number(system)) * 10 }
}

function librariesOf(file: string): string[] {
  const listed = execFileSync('ldd', [file], { encoding: 'utf8' })
  return [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
}
