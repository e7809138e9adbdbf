import { Button, Group, Text } from '@mantine/core'
import type { Parsed } from './parse.ts'
import classes from './quick-add.module.css'

interface Props {
  lines: Parsed[]
  onJoin: () => void
  onDiscard: () => void
}

/** Pasted lines, to be added as one task each. */
export function PastedLines({ lines, onJoin, onDiscard }: Props) {
  const cut = lines.filter(({ isCut }) => isCut).length
  return (
    <div className={classes.pasted}>
      <Text fw={500}>{lines.length === 1 ? '1 line pasted' : `${lines.length} lines pasted`}</Text>
      <ol>
        {lines.map(({ task }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          <li key={index}>
            {task.title}
            {task.status === 'Completed' && ' · Completed'}
          </li>
        ))}
      </ol>
      {cut > 0 && (
        <Text size="sm" c="var(--deck-critical)" mb="sm">
          {cut === 1 ? '1 title is' : `${cut} titles are`} too long and will end with “…”. The description keeps the
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
