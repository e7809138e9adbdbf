import { Button, Group, Text } from '@mantine/core'
import type { Understood } from './parse.ts'
import classes from './quick-add.module.css'

interface Props {
  lines: Understood[]
  onJoin: () => void
  onDiscard: () => void
}

/** Lines that wait to become one task each. */
export function PastedLines({ lines, onJoin, onDiscard }: Props) {
  const cut = lines.filter(({ isCut }) => isCut).length
  return (
    <div className={classes.pasted}>
      <Text fw={500}>{lines.length === 1 ? '1 line pasted' : `${lines.length} lines pasted`}</Text>
      <ol>
        {lines.map(({ task }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and none moves
          <li key={index}>
            {task.title}
            {task.status === 'Completed' && ' · Completed'}
          </li>
        ))}
      </ol>
      {cut > 0 && (
        <Text size="sm" c="var(--deck-critical)" mb="sm">
          {cut === 1 ? '1 title is' : `${cut} titles are`} too long and will end with “…”; the description keeps the
          whole line.
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={onJoin}>
          Make it one task
        </Button>
        <Button variant="subtle" size="xs" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </div>
  )
}
