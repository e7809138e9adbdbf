import { isOpen } from '../contract/task-lists/link-index.ts'
import { openClient } from './client.ts'
import { type Context, globalOptions, type Options } from './command.ts'
import { CliError } from './errors.ts'
import { oneLine } from './output/clean.ts'
import { loadTasks } from './tasks.ts'

/** A shell does nothing else meanwhile. */
const maxWaitMs = 2_000

interface Candidate {
  text: string
  meaning?: string
}

/** What can stand in place of the last of these words, which is the one that is typed. */
export async function candidates(context: Context, words: readonly string[]): Promise<Candidate[]> {
  const [name = '', ...rest] = words
  const typed = words.at(-1) ?? ''
  const found = words.length < 2 ? commandNames(context) : await argumentsOf(context, name, rest)
  return found.filter(({ text }) => text.startsWith(typed))
}

const commandNames = ({ commands }: Context): Candidate[] =>
  Object.entries(commands).map(([text, { summary }]) => ({ text, meaning: summary }))

async function argumentsOf(context: Context, name: string, rest: readonly string[]): Promise<Candidate[]> {
  const entry = Object.hasOwn(context.commands, name) ? context.commands[name] : undefined
  if (!entry) return []
  const { command } = await entry.load()
  const options: Options = { ...command.options, ...globalOptions }
  const [before = '', typed = ''] = [rest.at(-2), rest.at(-1)]
  const choices = optionNamed(options, before)
  if (choices) return (choices.choices ?? []).map((text) => ({ text }))
  if (typed.startsWith('-'))
    return Object.entries(options).map(([text, { help }]) => ({ text: `--${text}`, meaning: help }))
  if (command.words === 'commands') return commandNames(context)
  if (command.words === 'tasks' || (command.words === 'files' && rest.length === 1)) return taskNumbers(context)
  return Array.isArray(command.words) ? command.words.map((text: string) => ({ text })) : []
}

/** The option that takes the next word as its value. */
const optionNamed = (options: Options, word: string) =>
  Object.entries(options).find(
    ([name, { type, short }]) => type === 'string' && (word === `--${name}` || word === `-${short}`),
  )?.[1]

/** The numbers of open tasks. Completion stays silent where there is no server. */
async function taskNumbers(context: Context): Promise<Candidate[]> {
  try {
    const tasks = await loadTasks(
      openClient(context.client().server, { timeoutMs: maxWaitMs, onWait: () => undefined }),
    )
    return tasks.filter(isOpen).map(({ number, title }) => ({ text: String(number), meaning: oneLine(title) }))
  } catch (error) {
    if (error instanceof CliError) return []
    throw error
  }
}
