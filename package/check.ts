import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasS3Server } from '../scripts/test-programs.mjs'
import { startProcess, startTaskdeck } from '../test/process.ts'
import { availableS3, newPrefix } from '../test/s3.ts'
import { emptyRoot } from './machine.ts'
import { walkProgram } from './walk.ts'

const maxReadyMs = 1_000
const attempts = 5

/**
 * Runs an executable in a root folder that contains only it and the shared libraries that it names, and measures how fast it starts. An
 * executable for another processor runs in an emulator, where only its behaviour is checked.
 */
export async function checkExecutable(file: string, arch: string): Promise<void> {
  const { run, libraries, emulator, remove } = emptyRoot(file, arch)
  const s3 = hasS3Server() ? await availableS3() : undefined
  const objectStorage = s3 && { ...s3.env, FILES_URL: newPrefix(s3.url) }
  try {
    const by = emulator ? `, run by ${emulator}` : ''
    console.log(
      `An empty root folder with taskdeck-server for ${arch}${by}, and ${libraries.length} libraries: ${libraries.join(', ')}`,
    )
    await walkProgram({ run, folder: '/srv', objectStorage, say: (line) => console.log(`ok  ${line}`) })
    if (!emulator) await measure((dataDir) => run([], { ...settings, DATA_DIR: dataDir }))
  } finally {
    await s3?.stop()
    remove()
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
