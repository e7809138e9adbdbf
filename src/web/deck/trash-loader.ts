import { CallError } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { TrashedTask } from '../../contract/schemas/trash.ts'
import { createBackoff } from '../ui/backoff.ts'
import type { Tasks } from './change.ts'
import type { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import type { DeckServer } from './server.ts'

interface Dependencies {
  state: DeckState
  server: Pick<DeckServer, 'trash'>
  isLeading: () => boolean
  onLoaded: (deck: Deck) => void
  onRefused: () => void
}

/** Loads the trash, which is needed later than the tasks, and tries again until it is known. */
export function createTrashLoader({ state, server, isLeading, onLoaded, onRefused }: Dependencies) {
  /** The request under way, with the tasks that the log has deleted for good since then. */
  let request: { purged: Set<string> } | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const backoff = createBackoff(500, 15_000)

  async function load() {
    clearTimeout(retry)
    const before = state.deck
    if (request || !before || before.hasTrash || state.isClosed || !isLeading()) return
    const mine = { purged: new Set<string>() }
    request = mine
    const answer = await server.trash().catch((failure: unknown) => ({ failure }))
    // The tasks were loaded again since then, or another tab leads.
    if (request !== mine || state.isClosed) return
    request = undefined
    if ('failure' in answer) {
      if (answer.failure instanceof CallError && answer.failure.code === 'not_signed_in') return onRefused()
      retry = setTimeout(load, backoff.next())
      return
    }
    backoff.reset()
    if (state.deck) onLoaded(withTrash(state.deck, before.tasks, answer, mine.purged))
  }

  function stop() {
    clearTimeout(retry)
    request = undefined
  }

  return {
    /** Asks at once, unless the trash is known. */
    complete: () => void load(),
    /** Asks again, because the tasks were loaded again. */
    reload() {
      stop()
      void load()
    },
    /** Notes events that arrive while the answer is under way, which may be older than they are. */
    follow(events: TaskEvent[]) {
      for (const { kind, task } of events) if (kind === 'purged') request?.purged.add(task)
    },
    stop,
  }
}

/** The deck with the trash that was asked for when the tasks were `before`. Later events, and tasks that they changed, are newer than the answer. */
function withTrash(deck: Deck, before: Tasks, trash: TrashedTask[], purged: ReadonlySet<string>): Deck {
  // Tasks that were trashed before the request, and are not in the trash, were deleted for good.
  const tasks = new Map([...deck.tasks].filter(([id, task]) => !task.trashedAt || before.get(id) !== task))
  for (const task of trash) if (!tasks.has(task._id) && !purged.has(task._id)) tasks.set(task._id, task)
  return { ...deck, tasks, hasTrash: true }
}
