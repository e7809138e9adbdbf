import { onTestFinished } from 'vitest'
import { freshFolder } from './database.ts'
import { startTaskdeck } from './process.ts'

/** A real Taskdeck process on a free port, killed when the test ends. `origin` is the address in its ready line. */
export async function startServer(env: Record<string, string> = {}, waitFor = /ready at (http:\/\/[^/]+)/) {
  // Other tests may keep the machine busy, so the limits are generous.
  const settings = { PORT: '0', HOST: '127.0.0.1', OVERLOAD_DELAY: '60000' }
  const child = startTaskdeck({ ...settings, DATA_DIR: env.DATA_DIR ?? (await freshFolder()), ...env })
  onTestFinished(() => void child.process.kill('SIGKILL'))
  const [, origin = ''] = await child.said(waitFor)
  return { ...child, origin: origin.replace('localhost', '127.0.0.1') }
}

/** Runs Taskdeck until it exits by itself, as it does when it cannot start. */
export async function runServer(env: Record<string, string>) {
  const child = startTaskdeck(env)
  onTestFinished(() => void child.process.kill('SIGKILL'))
  return { code: await child.ended(), output: child.output() }
}
