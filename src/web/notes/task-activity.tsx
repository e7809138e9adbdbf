import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { DeckTask } from '../deck/change.ts'
import { historyQuery } from '../history/queries.ts'
import { Button } from '../ui/button.tsx'
import { createUserCell } from '../ui/client-state.ts'
import controls from '../ui/controls.module.css'
import { messageOf } from '../ui/failed.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Subheading } from '../ui/subheading.tsx'
import { activityItems, firstItems } from './activity-items.ts'
import { EventLine } from './event-line.tsx'
import { NoteCard } from './note-card.tsx'
import { NoteComposer } from './note-composer.tsx'
import classes from './notes.module.css'
import { useNotes } from './use-notes.ts'

/** Lines of what happened that are shown at first, besides the notes between them. */
const linesAtFirst = 10

/** Whether only the notes are shown, on all tasks. */
const isNotesOnly = createUserCell(false)

interface Props {
  task: DeckTask
  dateStyle: Preferences['dateStyle']
  /** Whether the field for a new note is elsewhere. */
  isWithoutField?: boolean
}

/** The notes and the changes of a task, newest first, and the field for a new note. */
export function TaskActivity({ task, dateStyle, isWithoutField = false }: Props) {
  const onlyNotes = isNotesOnly.use()
  const thread = useNotes(task)
  const history = useInfiniteQuery(historyQuery(task._id))
  const [isWhole, setWhole] = useState(false)
  const events = history.data?.pages.flatMap((page) => page.events) ?? []
  const { notes } = thread
  const { items, needs } = activityItems(
    { loaded: notes, hasMore: thread.hasNextPage },
    onlyNotes ? { loaded: [], hasMore: false } : { loaded: events, hasMore: history.hasNextPage },
  )
  const shown = isWhole ? items : firstItems(items, linesAtFirst)
  const isCut = shown.length < items.length
  const isLoading = (!thread.isLoaded && !thread.error) || (!onlyNotes && history.isPending)
  const failed = [{ name: 'notes', query: thread }, ...(onlyNotes ? [] : [{ name: 'changes', query: history }])].filter(
    ({ query }) => query.error && !query.data,
  )
  const showOlder = () => {
    if (needs.includes('notes')) void thread.fetchNextPage()
    if (needs.includes('events')) void history.fetchNextPage()
  }
  return (
    <section aria-label="Activity">
      <div className={classes.head}>
        <Subheading>Activity</Subheading>
        <fieldset className={controls.bar} aria-label="Show">
          {[false, true].map((isNotes) => (
            <button
              key={String(isNotes)}
              type="button"
              className={controls.segment}
              aria-pressed={onlyNotes === isNotes}
              onClick={() => isNotesOnly.set(isNotes)}
            >
              {isNotes ? 'Notes' : 'All'}
              {isNotes && task.noteCount !== undefined && <span className="mono">{task.noteCount}</span>}
            </button>
          ))}
        </fieldset>
      </div>
      {failed.length > 0 && (
        <p className="muted below-8">
          The {failed.map(({ name }) => name).join(' and the ')} could not be loaded.{' '}
          {messageOf(failed[0]?.query.error, '')}{' '}
          <Button
            variant="subtle"
            size="compact"
            onClick={() => {
              for (const { query } of failed) void query.refetch()
            }}
          >
            Try again
          </Button>
        </p>
      )}
      {isLoading && <Skeleton height={56} />}
      {onlyNotes && thread.isLoaded && !notes.length && <p className="muted">No notes yet.</p>}
      {!isLoading && shown.length > 0 && (
        <ol className={classes.thread}>
          {shown.map(({ key, note, event }) =>
            note ? (
              <NoteCard key={key} task={task} note={note} dateStyle={dateStyle} />
            ) : (
              <EventLine key={key} event={event} dateStyle={dateStyle} />
            ),
          )}
        </ol>
      )}
      {isCut && (
        <Button className="above-8" variant="subtle" size="compact" onClick={() => setWhole(true)}>
          {needs.length ? 'Show more' : `Show all ${items.length}`}
        </Button>
      )}
      {(thread.isFetchNextPageError || (history.isFetchNextPageError && !onlyNotes)) && (
        <p className="muted above-8">Older notes and changes could not be loaded.</p>
      )}
      {!isCut && needs.length > 0 && (
        <Button
          className="above-8"
          variant="subtle"
          size="compact"
          isBusy={history.isFetchingNextPage || thread.isFetchingNextPage}
          onClick={showOlder}
        >
          {onlyNotes ? 'Show older notes' : 'Show older'}
        </Button>
      )}
      {!isWithoutField && !task.trashedAt && (
        <div className="above-12">
          <NoteComposer task={task} />
        </div>
      )}
    </section>
  )
}
