import { api } from '../contract/calls/api.ts'
import { CallError } from '../contract/client.ts'
import type { Output } from '../contract/endpoint.ts'
import { linkedIds } from '../contract/links.ts'
import type { TaskEvent } from '../contract/schemas/history.ts'
import { linkKinds } from '../contract/tasks.ts'
import { describeEvent } from '../contract/words/event-words.ts'
import { deletedTask, type LinkedName } from '../contract/words/field-words.ts'
import { numberOf } from '../contract/words/task-names.ts'
import { authorInWords } from '../contract/words/via-words.ts'
import type { Dependencies } from './dependencies.ts'
import { fitting } from './paging.ts'
import { inLine } from './task-text.ts'
import type { Answer } from './tool.ts'

type Event = TaskEvent & { by: string }

/** A page of the events of a task, newest first, as data and in words. */
export async function historyText(
  dependencies: Dependencies,
  { events, nextBefore: older }: Output<typeof api.history.ofTask>,
): Promise<Answer<object>> {
  const linkedName = await linkedNames(dependencies, events)
  const all = events.map((event) => ({
    change: event.change,
    at: event.at,
    by: authorOf(event),
    kind: event.kind,
    what: inLine(describeEvent(event, 'iso', linkedName)),
    ...(event.undoes === null ? {} : { undoes: event.undoes }),
  }))
  const shown = fitting(all, (event) => JSON.stringify(event).length)
  const nextBefore = shown.length < all.length ? (events[shown.length - 1]?.seq ?? null) : older
  const cut = nextBefore === null ? '' : ` For older ones, call again with before ${nextBefore}.`
  const lines = shown.map(({ at, by, what, change, undoes }) => {
    const undo = undoes === undefined ? '' : `, undoes change ${undoes}`
    return `${at} · ${by} ${what} (change ${change}${undo})`
  })
  const count = shown.length === 1 ? '1 event' : `${shown.length} events`
  return {
    text: [`${count}.${cut}`, ...lines].join('\n'),
    data: { events: shown, ...(nextBefore === null ? {} : { nextBefore }) },
  }
}

const authorOf = ({ by, via }: Event): string => inLine(authorInWords(by, via))

/** More links than this are not named one by one. */
const maxNamed = 50

/** The numbers of the tasks that links lead to. Events have only their ids. */
async function linkedNames({ call }: Dependencies, events: readonly TaskEvent[]): Promise<LinkedName> {
  const ids = events.flatMap(({ before, after }) =>
    [before ?? {}, after ?? {}].flatMap((values) => linkKinds.flatMap((kind) => linkedIds(values, kind))),
  )
  const named = [...new Set(ids)].slice(0, maxNamed).map(async (id) => [id, await nameOf(id)] as const)
  const names = new Map(await Promise.all(named))
  return (id) => names.get(id) ?? 'another task'

  async function nameOf(id: string) {
    try {
      return numberOf(await call(api.tasks.find, { params: { id } }))
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found') return deletedTask
      throw error
    }
  }
}
