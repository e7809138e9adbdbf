import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { TagsInput } from '@mantine/core'
import { cleanLabel, taskLimits } from '../../contract/tasks.ts'
import { useDeck } from '../deck/current-deck.ts'
import { layerOf } from '../ui/layers.ts'
import { labelsProblem } from './labels-problem.ts'

interface Props {
  value: string[]
  onChange: (labels: string[]) => void
}

/** A field for labels, typed or chosen from those in use. An invalid label stays, with an error. */
export function LabelsField({ value, onChange }: Props) {
  const { tasks } = useDeck()
  const known = [...new Set(tasks.flatMap((task) => task.labels))].sort()
  const clean = (labels: string[]) => [...new Set(labels.map((label) => cleanLabel(label.replace(/^#/, ''))))]
  return (
    <TagsInput
      label="Labels"
      placeholder={value.length ? '' : 'auth, ui'}
      value={value}
      onChange={(labels) => onChange(clean(labels).filter(Boolean))}
      error={labelsProblem(value)}
      data={known}
      maxTags={taskLimits.labels}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      onKeyDown={(event) => {
        // The first Escape closes the list, the second one leaves the field: then keys are commands again.
        if (event.key === 'Escape' && !layerOf(event.nativeEvent)) event.currentTarget.blur()
      }}
      comboboxProps={{ transitionProps: { duration: 120, exitDuration: 0 } }}
    />
  )
}
