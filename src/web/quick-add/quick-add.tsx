import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { type ClipboardEvent, type FormEvent, useMemo } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { useToday } from '../tasks/today.ts'
import { useDraft } from './draft.ts'
import { type Line, linesOf, understand } from './parse.ts'
import { PastedLines } from './pasted-lines.tsx'
import { Pieces } from './pieces.tsx'
import { useAdd } from './use-add.ts'

interface Props {
  onClose: () => void
  dateStyle: Preferences['dateStyle']
}

/** One line makes a task; several pasted lines make one each. What was understood shows while typing. */
export function QuickAdd({ onClose, dateStyle }: Props) {
  const { draft, change, remove } = useDraft()
  const { line, plain, pasted } = draft
  const add = useAdd()
  const today = useToday()
  const read = (one: Line) => understand(one, { dateStyle, now: new Date() }, plain)
  const typed = line.trim() ? read({ text: line }) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: hundreds of lines are not read again with every letter
  const lines = useMemo(() => pasted.map(read), [pasted, plain, dateStyle, today])
  const tasks = [...(typed ? [typed] : []), ...lines].map(({ task }) => task)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tasks.length || add.isPending) return
    add.mutate({ tasks, onAdded: (from, to) => remove(line, to - Math.max(from, typed ? 1 : 0)) })
  }
  const paste = (event: ClipboardEvent) => {
    const more = linesOf(event.clipboardData.getData('text'))
    if (more.length < 2) return
    event.preventDefault()
    change({ pasted: [...pasted, ...more] })
  }

  return (
    <Modal opened onClose={onClose} title="Quick add" size="lg" yOffset="12vh" transitionProps={{ duration: 120 }}>
      <form onSubmit={submit}>
        <TextInput
          aria-label="New task"
          placeholder="Fix login timeout tomorrow !high #auth"
          size="md"
          data-autofocus
          value={line}
          onChange={(event) => change({ line: event.currentTarget.value })}
          onPaste={paste}
        />
        <Group gap={6} mt="sm" mih={28} aria-live="polite">
          {typed ? (
            <Pieces
              understood={typed}
              dateStyle={dateStyle}
              onPlain={(text) => change({ plain: new Set([...plain, text]) })}
            />
          ) : (
            <Text size="sm" c="dimmed">
              A date in words, !priority and #labels are understood. Paste several lines for several tasks.
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
      </form>
    </Modal>
  )
}
