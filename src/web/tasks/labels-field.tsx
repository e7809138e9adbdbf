import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cleanLabel, isLabel, taskLimits } from '../../contract/tasks.ts'
import { tasksQuery } from './queries.ts'

interface Props {
  value: string[]
  onChange: (labels: string[]) => void
}

/** Labels, typed or chosen from those that are in use. */
export function LabelsField({ value, onChange }: Props) {
  const { data = [] } = useQuery({ ...tasksQuery(''), enabled: false })
  const known = [...new Set(data.flatMap((task) => task.labels))].sort()
  const clean = (labels: string[]) => [
    ...new Set(
      labels
        .map((label) => label.replace(/^#/, ''))
        .filter(isLabel)
        .map(cleanLabel),
    ),
  ]
  return (
    <TagsInput
      label="Labels"
      placeholder={value.length ? '' : 'auth, ui'}
      value={value}
      onChange={(labels) => onChange(clean(labels))}
      data={known}
      maxTags={taskLimits.labels}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      comboboxProps={{ transitionProps: { duration: 120 } }}
    />
  )
}
