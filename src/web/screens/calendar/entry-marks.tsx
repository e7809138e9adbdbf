import { countItems } from '../../../contract/checklist.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { isOpen } from '../../../contract/task-lists/link-index.ts'
import { itemsInWords } from '../../tasks/checklist-mark.tsx'
import { blockersInWords, partsInWords } from '../../tasks/link-marks.tsx'
import { useLinks } from '../../tasks/use-links.ts'
import { repeatInWords } from '../../tasks/when-marks.tsx'
import { BlockedIcon, ChecklistIcon, PartsIcon, RepeatIcon } from '../../ui/icons.tsx'
import classes from './entry.module.css'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
}

/** The marks of a task in a day, which has room for small shapes only. The words are for screen readers, and for the tooltip. */
export function EntryMarks({ task, dateStyle }: Props) {
  const { parts, blockers } = useLinks(task._id)
  const open = isOpen(task) ? blockers.filter(isOpen) : []
  const items = countItems(task.description)
  // The most important first: a narrow day shows only the first ones.
  const marks = [
    ...(open.length ? [{ Icon: BlockedIcon, words: blockersInWords(open) }] : []),
    ...(task.repeat ? [{ Icon: RepeatIcon, words: repeatInWords(task.repeat, dateStyle) }] : []),
    ...(parts.length ? [{ Icon: PartsIcon, words: partsInWords(parts) }] : []),
    ...(items ? [{ Icon: ChecklistIcon, words: itemsInWords(items) }] : []),
  ]
  if (!marks.length) return null
  const words = marks.map((mark) => mark.words).join(', ')
  return (
    <span className={classes.marks} title={words}>
      {marks.map(({ Icon, words: key }) => (
        <Icon key={key} size={12} />
      ))}
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
