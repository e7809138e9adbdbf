import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The tests cache the compiled code of the programs that they start. A measurement of the start does not. */
function inherited() {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}

/** Starts a program, collects its output, and waits for text in it or for its end. */
export function startProcess(
  command: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(command, args, {
    cwd,
    env: { ...inherited(), ...env },
  })
  let text = ''
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      tell()
    })
  }
  child.on('close', tell)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    process: child,
    output: () => text,
    /** Resolves when the output matches the pattern. Rejects if the program ends without a match. */
    said: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text)
          if (!match && !hasEnded()) return
          listeners.delete(look)
          if (match) resolve(match)
          else
            reject(
              new Error(`${command} ended (${child.exitCode ?? child.signalCode}) without saying ${pattern}:\n${text}`),
            )
        }
        listeners.add(look)
        look()
      }),
    ended: async () => {
      if (!hasEnded()) await once(child, 'close')
      return child.exitCode
    },
    stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
      if (hasEnded()) return child.exitCode
      const closed = once(child, 'close')
      child.kill(signal)
      await closed
      return child.exitCode
    },
  }
}

/** Taskdeck as `npm start` runs it after the setup, optionally under a program that watches it. The tests shorten its start (test/packages.ts). */
export function startTaskdeck(env: Record<string, string>, nodeOptions: string[] = [], watcher: string[] = []) {
  const { QUICK_PACKAGES } = process.env
  const options = [...(QUICK_PACKAGES ? ['--import', QUICK_PACKAGES] : []), ...nodeOptions]
  const [command = '', ...args] = [...watcher, process.execPath, ...options, join(root, 'src/server/main.ts')]
  return startProcess(command, args, { env })
}
