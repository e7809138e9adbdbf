import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { OnDemandField } from '../ui/on-demand-field.tsx'
import { Panel } from '../ui/panel.tsx'

const loadMenu = async () => (await import('./repeat-menu.tsx')).RepeatMenu

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
      <OnDemandField load={loadMenu} label="In words" props={{ tasks, preferences, onChoose, onClose }} />
    </Panel>
  )
}
