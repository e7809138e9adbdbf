import { trashCalls } from '../contract/calls/trash.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import type { Client } from './client.ts'
import { CliError, exitCodes } from './errors.ts'
import { loadTasks, nameOf } from './tasks.ts'

/** Makes a call about these tasks. If one does not exist, the error says which, and whether it is in the trash. */
export async function namingMissing<T>(client: Client, references: string[], call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'not_found') throw error
    throw (await missingIn(client, references)) ?? error
  }
}

const isNamedBy = ({ _id, number }: Pick<Task, '_id' | 'number'>, reference: string) =>
  _id === reference || String(number) === reference

const listed = (names: string[]) => new Intl.ListFormat('en').format(names)

/** The error about the tasks that do not exist, or are in the trash; undefined if all are there. */
async function missingIn(client: Client, references: string[]): Promise<CliError | undefined> {
  const [tasks, { tasks: trashed }] = await Promise.all([loadTasks(client), client.call(trashCalls.list, {})])
  const missing = [...new Set(references)].filter((reference) => !tasks.some((task) => isNamedBy(task, reference)))
  const inTrash = trashed.filter((task) => missing.some((reference) => isNamedBy(task, reference)))
  const unknown = missing.filter((reference) => !inTrash.some((task) => isNamedBy(task, reference)))
  if (!missing.length) return undefined
  const names = unknown.map((reference) => (/^\d+$/.test(reference) ? `#${reference}` : reference))
  const sentences = [
    ...(names.length ? [`${listed(names)} ${names.length === 1 ? 'does' : 'do'} not exist.`] : []),
    ...(inTrash.length ? [`${listed(inTrash.map(nameOf))} ${inTrash.length === 1 ? 'is' : 'are'} in the trash.`] : []),
  ]
  const advice = inTrash.length
    ? `Restore with: taskdeck restore ${inTrash.map(({ number }) => number).join(' ')}`
    : 'taskdeck list shows all open tasks.'
  return new CliError(exitCodes.refused, sentences.join(' '), { code: 'not_found', advice })
}
