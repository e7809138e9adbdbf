import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { Panel } from '../ui/panel.tsx'
import { RepeatMenu } from './repeat-menu.tsx'

interface Props {
  /** The tasks when the panel was opened. */
  tasks: Task[]
  /** The element that the panel opens at. */
  anchor: Element | null
  preferences: Preferences
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

/** Chooses how tasks repeat. */
export function RepeatPanel({ tasks, anchor, preferences, onChoose, onClose }: Props) {
  return (
    <Panel
      anchor={anchor}
      label="Set how it repeats"
      title={`Repetition of ${namesOf(tasks)}`}
      width={320}
      onClose={onClose}
    >
      <RepeatMenu {...{ tasks, preferences, onChoose, onClose }} />
    </Panel>
  )
}
