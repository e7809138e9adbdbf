import { Button, Group, Text } from '@mantine/core'
import { useLayoutEffect, useMemo } from 'react'
import { useToday } from '../tasks/today.ts'
import type { Line } from './lines.ts'
import { parseLine } from './parse.ts'
import { PastedLines } from './pasted-lines.tsx'
import { Pieces } from './pieces.tsx'
import type { BodyProps } from './quick-add.tsx'
import { useAdd } from './use-add.ts'

/** Shows how the line is parsed while it is typed, and adds the tasks. */
export function QuickAddBody({ state: { draft, change, remove }, dateStyle, submit }: BodyProps) {
  const { line, plain, pasted } = draft
  const add = useAdd()
  const today = useToday()
  const read = (one: Line) => parseLine(one, { dateStyle, now: new Date() }, plain)
  const typed = line.trim() ? read({ text: line }) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is new with every key press, and hundreds of pasted lines take long to parse
  const lines = useMemo(() => pasted.map(read), [pasted, plain, dateStyle, today])
  const tasks = [...(typed ? [typed] : []), ...lines].map(({ task }) => task)

  useLayoutEffect(() => {
    submit.current = (scope) => {
      const own = scope === 'everything' ? typed : undefined
      const chosen = [...(own ? [own] : []), ...lines].map(({ task }) => task)
      if (!chosen.length || add.isPending) return
      add.mutate({
        tasks: chosen,
        onAdded: (from, to) => remove(own ? line : '', to - Math.max(from, own ? 1 : 0)),
      })
    }
    return () => {
      submit.current = undefined
    }
  })

  return (
    <>
      <Group gap={6} mt="sm" mih={28} aria-live="polite">
        {typed ? (
          <Pieces
            parsed={typed}
            dateStyle={dateStyle}
            onPlain={(text) => change({ plain: new Set([...plain, text]) })}
          />
        ) : (
          <Text size="sm" c="dimmed">
            You can use a date in words, !priority and #labels. Paste several lines to add several tasks.
          </Text>
        )}
      </Group>
      {lines.length > 0 && (
        <PastedLines
          lines={lines}
          onJoin={() => change({ line: [line, ...pasted.map(({ text }) => text)].join(' ').trim(), pasted: [] })}
          onDiscard={() => change({ pasted: [] })}
        />
      )}
      <Group justify="space-between" mt="md">
        <Text size="xs" c="dimmed">
          {tasks.length > 1
            ? `Enter adds all ${tasks.length}.`
            : 'Enter adds the task and keeps the line for the next one.'}
        </Text>
        <Button type="submit" loading={add.isPending} disabled={!tasks.length}>
          {tasks.length > 1 ? `Add ${tasks.length} tasks` : 'Add'}
        </Button>
      </Group>
    </>
  )
}
