import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { receiptLimits } from '../../contract/receipts.ts'
import { outputEnd } from './output-end.ts'
import { inPseudoTerminal } from './pseudo-terminal.ts'

/** A command that has ended. */
export interface Ran {
  /** As a shell says it: 128 + n if signal n has ended it, 127 if there is no such command. */
  exitCode: number
  startedAt: string
  durationMs: number
  sha256: string
  /** Bytes of the whole output. */
  size: number
  /** The end of the output. */
  last: Buffer
  /** Whether this process was told to stop while the command ran. */
  isStopped: boolean
}

interface Place {
  env: Record<string, string | undefined>
  cwd: string
  /** Whether input and output are a terminal. */
  isTerminal: boolean
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/** How long output may follow the end of a command: a program that it has left behind may keep it open for ever. */
const lingerMs = 1_000

/** Runs a command with the input and output of this process, and returns its exit code and the end of its output. It never throws. */
export async function runCommand(words: string[], place: Place): Promise<Ran> {
  const output = outputEnd(receiptLimits.outputBytes)
  const startedAt = new Date()
  let isStopped = false
  const exitCode = await new Promise<number>((resolve) => {
    const { child, isApart } = start(words, place)
    const restore = passSignals(child, isApart, () => {
      isStopped = true
    })
    const done = (code: number) => {
      restore()
      resolve(code)
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      const line = `taskdeck: ${words[0]}: ${error.code === 'ENOENT' ? 'there is no such command' : error.message}\n`
      output.take(Buffer.from(line))
      place.stderr.write(line)
      done(error.code === 'ENOENT' ? 127 : 126)
    })
    const streams = [pass(child.stdout, place.stdout, output.take), pass(child.stderr, place.stderr, output.take)]
    child.once('exit', async (code, signal) => {
      const linger = setTimeout(() => {
        for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      }, lingerMs)
      await Promise.all(streams)
      clearTimeout(linger)
      done(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
  return {
    exitCode,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...output.close(),
    isStopped,
  }
}

/** Starts a command. One in a pseudo-terminal of its own is apart from the terminal of this process. */
function start(words: string[], { env, cwd, isTerminal }: Place): { child: ChildProcess; isApart: boolean } {
  const terminal = isTerminal ? inPseudoTerminal(words, env.SHELL) : undefined
  if (terminal) {
    const options: SpawnOptions = { cwd, env: { ...env, ...terminal.env }, stdio: ['inherit', 'pipe', 'pipe'] }
    return { child: spawn(terminal.file, terminal.args, options), isApart: true }
  }
  // Programs that see a pipe leave out their colours unless they are told otherwise.
  const colours = isTerminal && !env.NO_COLOR ? { FORCE_COLOR: env.FORCE_COLOR ?? '1' } : {}
  const options: SpawnOptions = { cwd, env: { ...env, ...colours }, stdio: ['inherit', 'pipe', 'pipe'] }
  const [file = '', ...args] = words
  // On Windows, most commands are scripts, which only its shell can start.
  const child =
    process.platform === 'win32'
      ? spawn(words.map(windowsWord).join(' '), { ...options, shell: true })
      : spawn(file, args, options)
  return { child, isApart: false }
}

const windowsWord = (word: string) => (/^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`)

/** Writes everything that a stream brings, as fast as the reader takes it. Resolves when it has ended. */
function pass(from: Readable | null, to: NodeJS.WritableStream, take: (chunk: Buffer) => void): Promise<void> {
  if (!from) return Promise.resolve()
  from.on('data', (chunk: Buffer) => {
    take(chunk)
    if (to.write(chunk)) return
    from.pause()
    to.once('drain', () => from.resume())
  })
  return new Promise((resolve) => from.once('close', resolve))
}

const fromTerminal = ['SIGINT', 'SIGQUIT'] as const
const fromOthers = ['SIGTERM', 'SIGHUP'] as const

/**
 * Passes signals on to a command. A terminal sends Ctrl+C to the command as well, which would end many programs at once if they got it twice: this
 * process then only waits. Without a terminal, as in CI, or if the command has one of its own, it is sent by another program, to this process alone.
 */
function passSignals(child: ChildProcess, isApart: boolean, onStop: () => void): () => void {
  const hasGotIt = !isApart && hasTerminal()
  const wait = (signal: NodeJS.Signals) => {
    onStop()
    if (!hasGotIt) child.kill(signal)
  }
  const pass = (signal: NodeJS.Signals) => {
    onStop()
    child.kill(signal)
  }
  for (const signal of fromTerminal) process.on(signal, wait)
  for (const signal of fromOthers) process.on(signal, pass)
  return () => {
    for (const signal of fromTerminal) process.off(signal, wait)
    for (const signal of fromOthers) process.off(signal, pass)
  }
}

/** Whether this process has a terminal from which it can be interrupted. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
