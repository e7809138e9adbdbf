import { metCriteria } from '../../contract/receipts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { ProofIcon } from '../ui/icons.tsx'
import { CountMark } from './count-mark.tsx'

/** How many criteria of a task are met, by hand or by their newest receipts. Its colour says whether something was shown at all. */
export function CriteriaMark({ task }: { task: Pick<Task, 'doneWhen' | 'proof'> }) {
  const { met, all } = metCriteria(task)
  if (!all) return null
  const words = `${met} of ${all} criteria met`
  const isBegun = met > 0 || task.proof !== undefined
  return (
    <CountMark
      icon={<ProofIcon size={14} />}
      done={met}
      all={all}
      words={words}
      data-mark="proof"
      data-tone={met === all ? 'done' : isBegun ? 'progress' : 'none'}
    />
  )
}
