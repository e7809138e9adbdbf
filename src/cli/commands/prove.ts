import { constants } from 'node:os'
import { taskCalls } from '../../contract/calls/tasks.ts'
import { newId } from '../../contract/new-id.ts'
import type { Receipt } from '../../contract/schemas/receipts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type Context, defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { CliError, exitCodes, refused, usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { oneLine } from '../output/clean.ts'
import { criterionAt, provable } from '../prove/criteria.ts'
import { runCommand } from '../prove/run-command.ts'
import { isForLater, send } from '../prove/send.ts'
import { commandText, surroundingsOf } from '../prove/surroundings.ts'
import { keep, maxWaiting, type Outgoing } from '../prove/waiting.ts'
import { waitingFolder } from '../prove/waiting-folder.ts'
import { shellWord } from '../shell-word.ts'
import { nameOf, tasksOrCurrent } from '../tasks.ts'

/** Runs commands and stores their receipts as proof. */
export const command = defineCommand({
  synopsis: '[TASK] [-- COMMAND…]',
  about:
    'Run a command and store a receipt of it as proof: the command, its exit code, when and how long it ran, the machine, the commit and the end of its output. The command uses this terminal, and its exit code is passed on. Without a command, run the commands of all criteria of the task, after you have seen and confirmed them: they come from the server, and others may have written them. Without the server, receipts wait on this machine and are sent with the next command.',
  examples: [
    ['taskdeck prove 12 -- npm test', 'Run the tests and store the receipt'],
    ['taskdeck prove 12 --for 2 -- npm test', 'As proof of the second criterion'],
    ['taskdeck prove 12', 'Run the commands of all criteria'],
    ['taskdeck prove 12 --yes', 'The same in a script, without a question'],
  ],
  options: {
    for: { type: 'string', value: 'NUMBER', help: 'The number of the criterion that it shows' },
    yes: { type: 'boolean', short: 'y', help: 'Run the commands of the criteria without a question' },
  },
  words: 'tasks',
  async run(context, values, words, command) {
    const named = command ? words.slice(0, words.length - command.length) : words
    const [id = '', ...more] = await tasksOrCurrent(context, named.slice(0, 1))
    if (named.length > 1 || more.length)
      throw usageError(
        'taskdeck prove takes one task.',
        `Put -- before the command: taskdeck prove ${id} -- ${named.slice(1).map(shellWord).join(' ')}`,
      )
    if (command && !command.length)
      throw usageError('Which command?', `Give it after --: taskdeck prove ${id} -- npm test`)
    const place = countOf(values.for, '--for')
    const task = await taskOrLater(context, id)
    if (command) {
      const criterion = place !== undefined && task ? criterionAt(task, place).id : undefined
      const criterionNumber = criterion === undefined ? place : undefined
      return finish(context, [await proveOne(context, id, command, { criterion, criterionNumber })])
    }
    if (!task) throw unreachedTask(context)
    const all = provable(task, place)
    await confirm(
      context,
      task,
      all.map(({ command: line }) => line),
      values.yes === true,
    )
    const proved: Proved[] = []
    for (const { criterion, command: line } of all) {
      context.terminal.note(context.terminal.noteStyle('bold', `$ ${line}`))
      const one = await proveOne(context, id, shellOf(line), { criterion: criterion.id, line })
      proved.push(one)
      // Ctrl+C and other signals are meant for all of them.
      if (one.isStopped || one.exitCode === exitCodes.interrupted) break
    }
    return finish(context, proved)
  },
})

/** The task, if the server can be reached. A task that does not exist is an error before anything runs. */
async function taskOrLater(context: Context, id: string): Promise<Task | undefined> {
  const client = context.client()
  try {
    return await namingMissing(client, [id], () => client.call(taskCalls.find, { params: { id } }))
  } catch (error) {
    if (error instanceof CliError && error.exitCode === exitCodes.unreachable) return undefined
    throw error
  }
}

const unreachedTask = ({ client }: Context) =>
  new CliError(exitCodes.unreachable, `${client().server.url} cannot be reached, and it knows the commands.`, {
    advice: 'Give the command yourself: taskdeck prove TASK -- COMMAND',
  })

/** Commands of a task come from the server, and an agent may have written them: nobody runs them unseen. */
async function confirm({ terminal }: Context, task: Task, lines: string[], isSure: boolean): Promise<void> {
  terminal.note(`${lines.length === 1 ? 'The command' : `The ${lines.length} commands`} of ${nameOf(task)}:`)
  for (const line of lines) terminal.note(`  ${line}`)
  if (isSure) return
  if (!terminal.canAsk)
    throw usageError(
      'Commands of a task are not run unseen.',
      `Read them, then run: taskdeck prove ${task.number} --yes`,
    )
  const answer = await terminal.ask(`Run ${lines.length === 1 ? 'it' : 'them'} here, one after another? (y)es, (n)o: `)
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was run.')
}

const shellOf = (line: string) => (process.platform === 'win32' ? [line] : ['/bin/sh', '-c', line])

interface Proved {
  exitCode: number
  receipt: Outgoing['receipt'] | Receipt
  state: 'stored' | 'waiting' | 'lost'
  isStopped: boolean
}

interface Purpose {
  criterion?: string | undefined
  criterionNumber?: number | undefined
  /** The command as the criterion has it. */
  line?: string
}

/** Runs one command and stores its receipt, or keeps it for later. */
async function proveOne(context: Context, task: string, words: string[], purpose: Purpose): Promise<Proved> {
  const { terminal, env, cwd, format } = context
  const around = surroundingsOf(cwd)
  const { stdout, stderr } = terminal.streams()
  // The JSON of the receipt has stdout to itself.
  const place = { env, cwd, stdout: format === 'json' ? stderr : stdout, stderr }
  const ran = await runCommand(words, { ...place, isTerminal: format !== 'json' && terminal.isInteractive })
  const { exitCode, startedAt, durationMs, sha256, last, isStopped } = ran
  const receipt: Outgoing['receipt'] = {
    _id: newId(),
    kind: 'run',
    command: purpose.line ?? commandText(words),
    exitCode: Math.min(exitCode, 255),
    startedAt,
    durationMs,
    ...around,
    sha256,
    ...(purpose.criterion ? { criterion: purpose.criterion } : {}),
  }
  const outgoing = { task, criterionNumber: purpose.criterionNumber, receipt }
  const signal = keepOnSignal(context, outgoing, last)
  try {
    return { exitCode, isStopped, ...(await store(context, outgoing, last)) }
  } finally {
    signal.forget()
  }
}

/** A receipt is not lost if the user does not want to wait until it is sent: this process then ends, and the receipt is sent later. */
function keepOnSignal(context: Context, outgoing: Outgoing, output: Buffer): { forget: () => void } {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const keepAndEnd = (signal: NodeJS.Signals) => {
    if (isKept(context, outgoing, output))
      context.terminal.note('The receipt waits on this machine and is sent with the next command.')
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of signals) process.once(signal, keepAndEnd)
  return {
    forget() {
      for (const signal of signals) process.off(signal, keepAndEnd)
    },
  }
}

async function store(
  context: Context,
  outgoing: Outgoing,
  output: Buffer,
): Promise<Omit<Proved, 'exitCode' | 'isStopped'>> {
  const { receipt, task } = outgoing
  const client = context.client()
  const say = (line: string) => context.format === 'text' && context.terminal.note(line)
  try {
    const sent = await send(client, outgoing, output)
    const result = receipt.exitCode === 0 ? 'passed' : `failed with exit code ${receipt.exitCode}`
    const commit = receipt.commit ? `, commit ${receipt.commit.slice(0, 7)}` : ''
    const changes = receipt.isClean === false ? ' with uncommitted changes' : ''
    say(`Stored the receipt for #${task}: ${result} in ${seconds(receipt.durationMs)}${commit}${changes}.`)
    if (sent.receipt.kind === 'reported') say('The criterion names another command, so this counts as reported.')
    if (sent.withoutOutput) say(`Its output was not stored: ${sent.withoutOutput}`)
    return { receipt: sent.receipt, state: 'stored' }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    if (isForLater(error) && isKept(context, outgoing, output)) {
      say(`${oneLine(error.message)} The receipt waits on this machine and is sent with the next command.`)
      return { receipt, state: 'waiting' }
    }
    context.terminal.note(`taskdeck: The receipt was not stored: ${oneLine(error.message)}`)
    return { receipt, state: 'lost' }
  }
}

function isKept({ client, env, terminal }: Context, outgoing: Outgoing, output: Buffer): boolean {
  try {
    if (keep(waitingFolder(env, client().server), outgoing, output)) return true
    terminal.note(`taskdeck: ${maxWaiting} receipts wait on this machine already.`)
  } catch (error) {
    terminal.note(`taskdeck: The receipt cannot be kept on this machine: ${(error as Error).message}`)
  }
  return false
}

const seconds = (ms = 0) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`

/** The exit code: the first one that is not 0. A receipt that was lost is a failure, too. */
function finish({ print }: Context, proved: Proved[]): number {
  print({
    json: { receipts: proved.map(({ receipt, state }) => ({ receipt, state })) },
    text: () => '',
  })
  const failed = proved.find(({ exitCode }) => exitCode !== 0)?.exitCode
  return failed ?? (proved.some(({ state }) => state === 'lost') ? exitCodes.refused : exitCodes.done)
}
