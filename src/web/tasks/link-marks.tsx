import type { Task } from '../../contract/schemas/tasks.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { nameOf, numberOf } from '../../contract/words/task-names.ts'
import { BlockedIcon, PartsIcon } from '../ui/icons.tsx'
import { CountMark } from './count-mark.tsx'
import classes from './marks.module.css'
import { useLinks } from './use-links.ts'

/** The completed parts of a task, `2/5`, and the task that blocks it. */
export function LinkMarks({ task }: { task: Task }) {
  const { parts, blockers } = useLinks(task._id)
  return (
    <>
      {parts.length > 0 && <PartsMark parts={parts} />}
      {isOpen(task) && <BlockedMark blockers={blockers.filter(isOpen)} />}
    </>
  )
}

const doneOf = (parts: Task[]) => parts.length - parts.filter(isOpen).length
export const partsInWords = (parts: Task[]) => `${doneOf(parts)} of ${parts.length} parts completed`
export const blockersInWords = (blockers: Task[]) => `Blocked by ${blockers.map(nameOf).join(', ')}`

export function PartsMark({ parts }: { parts: Task[] }) {
  const done = doneOf(parts)
  const words = partsInWords(parts)
  return <CountMark icon={<PartsIcon size={14} />} done={done} all={parts.length} words={words} data-links />
}

function BlockedMark({ blockers: [first, ...others] }: { blockers: Task[] }) {
  if (!first) return null
  const words = blockersInWords([first, ...others])
  return (
    <span className={classes.fact} title={words} data-links>
      <BlockedIcon size={14} />
      <span className="mono" aria-hidden="true">
        {numberOf(first)}
        {others.length > 0 && ` +${others.length}`}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
