import { type Grouping, groupings } from '../../contract/task-lists/group.ts'
import { GroupIcon } from '../ui/icons.tsx'
import { ChoiceButton } from './choice-button.tsx'
import type { View } from './use-view.ts'

export const groupNames: Record<Grouping, string> = {
  none: 'None',
  due: 'Due',
  status: 'Status',
  priority: 'Priority',
  label: 'Label',
  claimed: 'Holder',
}

export function GroupMenu({ view, choices = groupings }: { view: View; choices?: readonly Grouping[] }) {
  const current = choices.includes(view.grouping) ? view.grouping : (choices[0] ?? 'none')
  return (
    <ChoiceButton
      label="Group by"
      icon={<GroupIcon size={16} />}
      value={`Group: ${groupNames[current]}`}
      options={choices.map((value) => ({ value, label: groupNames[value] }))}
      current={current}
      onChoose={(value) => view.set({ grouping: groupings.find((known) => known === value) ?? 'none' })}
    />
  )
}
