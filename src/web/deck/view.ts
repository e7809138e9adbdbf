import type { Task } from '../../contract/schemas/tasks.ts'
import { type Change, type DeckTask, type Tasks, touchedTasks } from './change.ts'
import { type Deck, shownTasks } from './deck.ts'

/** Why changes wait: no answer of Taskdeck, a failure of the server, or no space on its disk. */
export type Obstacle = 'unreachable' | 'reads only' | 'failing' | 'full'

/** A deck as screens read it. */
export interface DeckView {
  /** Whether the tasks are known. */
  isReady: boolean
  /** Why they could not be loaded. */
  error: unknown
  /** All tasks by id, also those in the trash. */
  byId: Tasks
  /** The tasks that are not in the trash. */
  tasks: Task[]
  /** The tasks in the trash, newest first. */
  trash: DeckTask[]
  /** The changes that are not in the log yet, in their order. */
  changes: readonly Change[]
  /** Whether they wait because the server does not make them at the moment. */
  isWaiting: boolean
  /** Why, while they wait. */
  obstacle: Obstacle
  /** The tasks that they change, while they wait. */
  waitingIds: ReadonlySet<string>
}

export const emptyView: DeckView = {
  isReady: false,
  error: undefined,
  byId: new Map(),
  tasks: [],
  trash: [],
  changes: [],
  isWaiting: false,
  obstacle: 'unreachable',
  waitingIds: new Set(),
}

/** The view of a deck with changes on top. Keeps the lists of `before` if the tasks are still the same. */
export function viewOf(
  deck: Deck | undefined,
  rest: Pick<DeckView, 'changes' | 'isWaiting' | 'obstacle' | 'error'>,
  before: DeckView,
) {
  const byId = deck ? shownTasks(deck, rest.changes) : emptyView.byId
  const isSame = byId === before.byId
  const all = isSame ? [] : [...byId.values()]
  const { changes, isWaiting } = rest
  return {
    ...rest,
    waitingIds: isWaiting ? new Set(changes.flatMap(({ intent }) => touchedTasks(intent))) : emptyView.waitingIds,
    isReady: deck !== undefined,
    byId,
    tasks: isSame ? before.tasks : all.filter((task) => !task.trashedAt),
    trash: isSame ? before.trash : all.filter((task) => task.trashedAt).sort(newestFirst),
  }
}

const newestFirst = (a: DeckTask, b: DeckTask) => ((a.trashedAt ?? '') < (b.trashedAt ?? '') ? 1 : -1)
