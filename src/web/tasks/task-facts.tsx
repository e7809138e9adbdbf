import { countItems } from '../../contract/checklist.ts'
import { isRecent } from '../../contract/claims.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { pageName } from '../../contract/source-page.ts'
import { isSnoozed } from '../../contract/start-date.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { ClipIcon, NoteIcon } from '../ui/icons.tsx'
import { AmountMarks, amountsLength } from './amount-marks.tsx'
import { ChecklistMark } from './checklist-mark.tsx'
import { ClaimMark } from './claim-mark.tsx'
import { CriteriaMark } from './criteria-mark.tsx'
import { LinkMarks } from './link-marks.tsx'
import classes from './marks.module.css'
import { useNoteMatch } from './note-matches.ts'
import { ParentMark } from './parent-mark.tsx'
import { useNow, useToday } from './today.ts'
import { useLinks } from './use-links.ts'
import { WhenMarks } from './when-marks.tsx'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
  /** Whether the amounts are shown; a view may have columns for them. */
  hasAmounts?: boolean
  /** Whether the parent is shown; a row may name it elsewhere. */
  hasParent?: boolean
  /** Whether the issue that the task was made from is named; a panel may link to it. */
  hasSource?: boolean
}

/** Holder, parent, start, repetition, criteria, checklist, parts, blocker, amounts, files and notes of a task, each as a small mark, if it has them. */
export function TaskFacts({ task, dateStyle, hasAmounts = true, hasParent = true, hasSource = true }: Props) {
  return (
    <>
      <ClaimMark task={task} />
      {hasParent && <ParentMark task={task} />}
      <CriteriaMark task={task} />
      <FurtherFacts task={task} dateStyle={dateStyle} hasAmounts={hasAmounts} hasSource={hasSource} />
    </>
  )
}

/** The facts of a task without its holder, parent and criteria. */
export function FurtherFacts({ task, dateStyle, hasAmounts = true, hasSource = true }: Omit<Props, 'hasParent'>) {
  return (
    <>
      <WhenMarks task={task} dateStyle={dateStyle} />
      <ChecklistMark task={task} />
      <LinkMarks task={task} />
      {hasAmounts && <AmountMarks task={task} />}
      <FilesMark count={task.fileCount} />
      {task.noteCount && <NotesMark task={task} count={task.noteCount} />}
      {hasSource && <SourceMark source={task.source} />}
    </>
  )
}

export function FilesMark({ count }: { count: number }) {
  if (!count) return null
  const words = count === 1 ? '1 file' : `${count} files`
  return (
    <span className={classes.fact} title={words}>
      <ClipIcon size={14} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** The issue that a task was made from. */
export function SourceMark({ source }: { source: Task['source'] | undefined }) {
  if (!source) return null
  const name = pageName(source)
  return (
    <span className={classes.fact} title={source}>
      <span aria-hidden="true">↗ {name}</span>
      <span className="visually-hidden">from {name}</span>
    </span>
  )
}

/** How many notes a task has, and the part of one by which a search has found it. */
export function NotesMark({ task, count }: { task: Pick<Task, '_id'>; count: number }) {
  const match = useNoteMatch(task._id)
  const words = `${count === 1 ? '1 note' : `${count} notes`}${match ? `, found in one: ${match.excerpt}` : ''}`
  return (
    <span className={classes.fact} title={words} data-found={match && true}>
      <NoteIcon size={14} />
      <span className={match ? undefined : 'mono'} aria-hidden="true">
        {match ? `In a note: ${match.excerpt}` : count}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** About the characters that each mark takes in a line. */
const lengths = {
  claim: 24,
  start: 22,
  repeat: 3,
  criteria: 6,
  checklist: 6,
  parts: 6,
  blocker: 6,
  files: 3,
  notes: 5,
  source: 16,
}

/** About the characters that the facts of a task take in a line. */
export function useFactsLength(task: Task): number {
  const { parent, parts, blockers } = useLinks(task._id)
  const today = useToday()
  const now = useNow()
  const has: Record<keyof typeof lengths, boolean> = {
    claim: Boolean(task.claim && isRecent(task.claim, now)) && isOpen(task),
    start: isSnoozed(task, today),
    repeat: Boolean(task.repeat),
    criteria: Boolean(task.doneWhen),
    checklist: countItems(task.description) !== undefined,
    parts: parts.length > 0,
    blocker: isOpen(task) && blockers.some(isOpen),
    files: task.fileCount > 0,
    notes: task.noteCount !== undefined,
    source: Boolean(task.source),
  }
  const shown = (Object.keys(lengths) as (keyof typeof lengths)[]).filter((name) => has[name])
  return shown.reduce((sum, name) => sum + lengths[name], amountsLength(task) + parentLength(parent))
}

/** A long title is cut. */
const parentLength = (parent: Task | undefined) => (parent ? Math.min(parent.title.length, 20) + 6 : 0)
