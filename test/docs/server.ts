import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const maxStartMs = 120_000

let running: ChildProcess | undefined

/** Starts the server as a page says, in the background, and waits until it is ready. An earlier one is stopped first. */
export async function startServer(folder: string, command: string) {
  await stopServer()
  let output = ''
  // A group of its own, so that all of it can be ended.
  const child = spawn('bash', ['-c', command], { cwd: folder, detached: true })
  running = child
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(new Error(`${command}\nwas not ready in time:\n${output}`))
    const timer = setTimeout(giveUp, maxStartMs)
    const take = (chunk: Buffer) => {
      output += chunk
      if (/ready at/.test(output)) {
        clearTimeout(timer)
        resolve()
      }
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', giveUp)
  })
}

export async function stopServer() {
  const child = running
  running = undefined
  if (!child?.pid || child.exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await ended
}
