import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatTime } from '../../contract/format-day.ts'
import type { ReferenceKind } from '../../contract/git.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { GitReference } from '../../contract/schemas/git.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { shortName } from '../../contract/words/reference-words.ts'
import type { DeckTask } from '../deck/change.ts'
import { Button } from '../ui/button.tsx'
import rows from '../ui/fact-row.module.css'
import { messageOf } from '../ui/failed.ts'
import { BranchIcon, ChangeRequestIcon, CommitIcon } from '../ui/more-icons.tsx'
import { Rows } from '../ui/rows.tsx'
import { Subheading } from '../ui/subheading.tsx'
import { referencesQuery } from './queries.ts'
import classes from './task-references.module.css'

const kinds: Record<ReferenceKind, { icon: ReactNode; name: string }> = {
  commit: { icon: <CommitIcon size={14} />, name: 'Commit' },
  branch: { icon: <BranchIcon size={14} />, name: 'Branch' },
  change: { icon: <ChangeRequestIcon size={14} />, name: 'Change' },
}

const shownAtFirst = 5

/** The commits, branches and change requests that name a task. Nothing if there are none. */
export function TaskReferences({ task, dateStyle }: { task: DeckTask; dateStyle: Preferences['dateStyle'] }) {
  const isKnown = task.version > 0 && !task.trashedAt
  const { data: references, error, refetch } = useQuery({ ...referencesQuery(task._id), enabled: isKnown })
  const [all, setAll] = useState(false)
  if (!references?.length && !error) return null
  return (
    <section aria-label="Git">
      <Subheading>Git</Subheading>
      {error && !references && (
        <p className="muted">
          {messageOf(error, 'The commits of this task could not be loaded.')}{' '}
          <Button variant="subtle" size="compact" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {references && references.length > 0 && (
        <Rows label="Git">
          {references.slice(0, all ? undefined : shownAtFirst).map((reference) => (
            <ReferenceRow key={reference.id} reference={reference} dateStyle={dateStyle} />
          ))}
        </Rows>
      )}
      {references && references.length > shownAtFirst && !all && (
        <Button className="above-8" variant="subtle" size="compact" onClick={() => setAll(true)}>
          Show all {references.length}
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  reference: GitReference
  dateStyle: Preferences['dateStyle']
}

function ReferenceRow({ reference, dateStyle }: RowProps) {
  const { kind, title, url, repository, state, at } = reference
  const { icon, name } = kinds[kind]
  const words = (
    <>
      <span className="mono">{shortName(reference)}</span> <bdi>{title}</bdi>
    </>
  )
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <span className={rows.role}>
        {icon}
        {name}
      </span>
      {url ? (
        <a
          className={`${rows.name} ${classes.name}`}
          href={url}
          target="_blank"
          rel="noreferrer"
          title={repository ?? undefined}
        >
          {words}
        </a>
      ) : (
        <span className={`${rows.name} ${classes.name}`}>{words}</span>
      )}
      {state && (
        <span className={classes.state} data-state={state}>
          {state}
        </span>
      )}
      <time className={`mono ${classes.time}`} dateTime={at} title={formatTime(at, dateStyle)}>
        {timeAgo(at)}
      </time>
    </li>
  )
}
