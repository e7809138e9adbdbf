import { hash } from 'node:crypto'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { viewInBatches } from '../../contract/task-lists/view-tasks.ts'
import { dayIn } from '../../contract/time-zone.ts'
import type { Database } from '../database/database.ts'
import { chosenByView, type ShownView } from '../tasks/chosen-by-view.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { ViewRules } from '../views/views.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'
import { allTasks } from './addresses.ts'
import { offeredViewTable } from './offered-view-table.ts'
import { zoneMark } from './zone-mark.ts'

/** A list of tasks as CalDAV clients see it. */
export interface TodoList {
  id: string
  name: string
  /** Everything that membership and the texts of to-dos depend on beside the tasks. It is part of the tokens for synchronisation. */
  mark: string
  /** Whether a task belongs to the list whatever the other tasks are. */
  isPlain: boolean
  /** Whether `mark` is a day, with which completed tasks leave the list, and a time zone. */
  isDaily: boolean
  /** Returns a function that chooses the tasks of the list out of some. Fails with `too_large` if there are too many tasks to compare. */
  choose: () => Promise<(some: Task[]) => Task[]>
}

interface Dependencies {
  database: Database
  tasks: Pick<TaskRules, 'pages'>
  views: Pick<ViewRules, 'list'>
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  zoneOfUser: (owner: string) => MaybePromise<string>
  clock: () => number
}

/** How long a completed task stays in the list of all tasks. */
export const completedDays = 90
const dayMs = 86_400_000

/** The number of the day that the membership of completed tasks is counted from. */
export const dayNumber = (now: number) => Math.floor(now / dayMs)

/** The day of the mark of a list that is daily. */
export const dayOfMark = (mark: string): number => Number.parseInt(mark, 10)

/** Whether two marks are of a daily list in the same time zone. */
export const isSameButDay = (one: string, other: string): boolean =>
  one.replace(/^\d+_/, '') === other.replace(/^\d+_/, '')

/** Completed tasks leave the list with the beginning of a day, so that all clients agree. */
export const leavesBefore = (day: number) => new Date((day - completedDays) * dayMs).toISOString()

const isInAll = (since: string) => (task: Task) => isOpen(task) || (task.completedAt ?? task.updatedAt) >= since

/** The lists of an owner: all open tasks with those completed lately, and the saved views that the owner offers. */
export function todoLists({ database, tasks, views, profileOf, zoneOfUser, clock }: Dependencies) {
  async function listOfAll(owner: string): Promise<TodoList> {
    const day = dayNumber(clock())
    const mark = `${day}_${zoneMark(await zoneOfUser(owner))}`
    return {
      ...{ id: allTasks, name: 'Taskdeck', mark, isPlain: true, isDaily: true },
      choose: async () => {
        const isMember = isInAll(leavesBefore(day))
        return (some) => some.filter(isMember)
      },
    }
  }

  async function offered(owner: string): Promise<SavedView[]> {
    const ids = await offeredViewTable(database.db, owner).all()
    return ids.size ? (await views.list(owner)).filter(({ id }) => ids.has(id)) : []
  }

  async function listsOfViews(owner: string, some: SavedView[]): Promise<TodoList[]> {
    if (!some.length) return []
    const { preferences } = await profileOf(owner)
    const { weekStart, sort, filter } = preferences
    const settings = { today: dayIn(preferences, new Date(clock())), preferences: { weekStart, sort, filter } }
    return some.map(({ id, name, address }) => {
      const view: ShownView = { address, settings }
      return {
        ...{ id, name },
        mark: hash('sha256', JSON.stringify([view, preferences.timeZone]), 'base64url').slice(0, 16),
        isPlain: viewInBatches(address, settings) !== undefined,
        isDaily: false,
        choose: () => chosenByView(tasks.pages, owner, view),
      }
    })
  }

  return {
    all: async (owner: string): Promise<TodoList[]> => [
      await listOfAll(owner),
      ...(await listsOfViews(owner, await offered(owner))),
    ],
    /** Undefined if the owner has no such list, or does not offer it. */
    async find(owner: string, id: string): Promise<TodoList | undefined> {
      if (id === allTasks) return listOfAll(owner)
      const [list] = await listsOfViews(
        owner,
        (await offered(owner)).filter((view) => view.id === id),
      )
      return list
    },
  }
}

export type TodoLists = ReturnType<typeof todoLists>
