import type { ReactNode } from 'react'
import { countItems } from '../../contract/checklist.ts'
import { formatDay } from '../../contract/format-day.ts'
import { shortRepeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { nameOf, numberOf } from '../../contract/words/task-names.ts'
import { BlockedIcon, RepeatIcon } from '../ui/icons.tsx'
import { AmountMarks } from './amount-marks.tsx'
import { ChecklistMark } from './checklist-mark.tsx'
import { ClaimMark } from './claim-mark.tsx'
import { CriteriaMark } from './criteria-mark.tsx'
import { LabelTag } from './label-tag.tsx'
import classes from './line-facts.module.css'
import { blockersInWords, PartsMark } from './link-marks.tsx'
import marks from './marks.module.css'
import { priorityIcon } from './marks.tsx'
import { useNoteMatch } from './note-matches.ts'
import { shortDue } from './short-due.ts'
import { FilesMark, NotesMark, SourceMark } from './task-facts.tsx'
import { useToday } from './today.ts'
import { useLinks } from './use-links.ts'
import { WaitingTag } from './waiting-tag.tsx'
import { repeatInWords, StartMark } from './when-marks.tsx'

/** The facts that the group or the filter of a row says already. */
export interface SaidFacts {
  isDueSaid: boolean
  isPrioritySaid: boolean
  labels: readonly string[]
}

interface Props {
  task: Task
  preferences: Preferences
  said: SaidFacts
}

/**
 * One line of facts below a title, the most important ones first. A fact without room, and all after it, wrap into a line that is not visible.
 * The title of the parent is cut before a label is left out.
 */
export function LineFacts({ task, preferences, said }: Props) {
  const { dateStyle } = preferences
  const { parent, parts, blockers } = useLinks(task._id)
  const open = isOpen(task) ? blockers.filter(isOpen) : []
  const notes = task.noteCount && <NotesMark task={task} count={task.noteCount} />
  const isFoundByNote = useNoteMatch(task._id) !== undefined
  return (
    <span className={classes.line}>
      <WaitingTag id={task._id} />
      <ClaimMark task={task} />
      <Due task={task} preferences={preferences} isSaid={said.isDueSaid} />
      <StartMark task={task} dateStyle={dateStyle} />
      {!said.isPrioritySaid && (
        <span className={classes.priority}>
          {priorityIcon(task.priority)}
          <span className="visually-hidden">{task.priority} priority</span>
        </span>
      )}
      {isFoundByNote && notes}
      <CriteriaMark task={task} />
      {countItems(task.description) ? <ChecklistMark task={task} /> : parts.length > 0 && <PartsMark parts={parts} />}
      {task.repeat && (
        <Fact words={repeatInWords(task.repeat, dateStyle)} icon={<RepeatIcon size={14} />}>
          {shortRepeatWords(task.repeat)}
        </Fact>
      )}
      {open[0] && (
        <Fact words={blockersInWords(open)} icon={<BlockedIcon size={14} />} tone="waiting">
          waits for {numberOf(open[0])}
          {open.length > 1 && ` +${open.length - 1}`}
        </Fact>
      )}
      {parent && (
        <span className={classes.parent} title={`Part of ${nameOf(parent)}`}>
          <span aria-hidden="true">↳ </span>of <bdi>{parent.title}</bdi>
        </span>
      )}
      {task.labels
        .filter((label) => !said.labels.includes(label))
        .map((label) => (
          <LabelTag key={label} label={label} />
        ))}
      <AmountMarks task={task} />
      <FilesMark count={task.fileCount} />
      {!isFoundByNote && notes}
      <SourceMark source={task.source} />
    </span>
  )
}

function Due({ task, preferences, isSaid }: { task: Task; preferences: Preferences; isSaid: boolean }) {
  const today = useToday()
  const due = shortDue(task, { ...preferences, today, isInDueGroup: isSaid })
  if (!due) return null
  const day = task.dueDate ? `Due ${formatDay(task.dueDate.slice(0, 10), preferences.dateStyle)}` : undefined
  return (
    <span className={`mono ${classes.due}`} data-overdue={due.isOverdue || undefined} title={day}>
      {due.words}
      {due.isOverdue && isSaid && <span className="visually-hidden"> overdue</span>}
    </span>
  )
}

interface FactProps {
  /** The whole fact, for screen readers and as a tooltip. */
  words: string
  icon: ReactNode
  tone?: 'waiting'
  children: ReactNode
}

function Fact({ words, icon, tone, children }: FactProps) {
  return (
    <span className={marks.fact} title={words} data-tone={tone}>
      {icon}
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
