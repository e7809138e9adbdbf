import { Button, Group, Modal, Pill, Text, TextInput } from '@mantine/core'
import * as chrono from 'chrono-node/en'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { localDay } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { dueOf, formatDay } from '../tasks/due.ts'
import { useBulkCreate } from '../tasks/queries.ts'
import { useUndo } from '../tasks/undo.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { messageOf } from '../ui/failed.ts'
import { linesOf, type Piece, understand } from './parse.ts'
import classes from './quick-add.module.css'

interface Props {
  onClose: () => void
  dateStyle: Preferences['dateStyle']
}

/** One line makes a task; several pasted lines make one each. What was understood shows while typing. */
export function QuickAdd({ onClose, dateStyle }: Props) {
  const [line, setLine] = useState('')
  const [plain, setPlain] = useState<ReadonlySet<string>>(new Set())
  const [pasted, setPasted] = useState<string[]>([])
  const create = useBulkCreate()
  const undo = useUndo()
  const reader = { dates: chrono.casual, now: new Date() }
  const { task, pieces } = understand(line, reader, plain)

  const add = (lines: string[]) =>
    create.mutate(
      lines.map((text) => understand(text, reader, plain).task),
      {
        onSuccess: ({ message, change, tasks }) => {
          undo.offer(tasks.length === 1 ? `#${tasks[0]?.number} ${tasks[0]?.title} added.` : message, change)
          setLine('')
          setPlain(new Set())
          setPasted([])
        },
        onError: (error) => {
          console.error('Error adding task', error)
          alertFailed(`Error: ${messageOf(error, 'The server gave no reason.')}`)
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (line.trim() && !create.isPending) add([line])
  }
  const paste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    setPasted(lines.slice(0, taskLimits.bulk))
  }

  return (
    <Modal opened onClose={onClose} title="Quick add" size="lg" yOffset="12vh" transitionProps={{ duration: 120 }}>
      <form onSubmit={submit}>
        <TextInput
          aria-label="New task"
          placeholder="Fix login timeout tomorrow 5pm !high #auth"
          size="md"
          data-autofocus
          maxLength={taskLimits.title}
          value={line}
          onChange={(event) => setLine(event.currentTarget.value)}
          onPaste={paste}
        />
        <Group gap={6} mt="sm" mih={28} aria-live="polite">
          {line.trim() ? (
            <>
              <span className={classes.title}>{task.title}</span>
              {pieces.map((piece) => (
                <Pill
                  key={piece.text}
                  withRemoveButton
                  onRemove={() => setPlain(new Set([...plain, piece.text]))}
                  removeButtonProps={{
                    'aria-label': `${piece.text} is part of the title`,
                    'aria-hidden': false,
                    tabIndex: 0,
                  }}
                >
                  {shown(piece, dateStyle)}
                </Pill>
              ))}
              {!pieces.some(({ kind }) => kind === 'due') && <span className={classes.assumed}>due today</span>}
              {!pieces.some(({ kind }) => kind === 'priority') && (
                <span className={classes.assumed}>{task.priority} priority</span>
              )}
            </>
          ) : (
            <Text size="sm" c="dimmed">
              A date in words, !priority and #labels are understood. Paste several lines for several tasks.
            </Text>
          )}
        </Group>
        {pasted.length > 0 && (
          <div className={classes.pasted}>
            <Text fw={500}>{pasted.length} lines pasted</Text>
            <ol>
              {pasted.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and none moves
                <li key={index}>{understand(text, reader, plain).task.title}</li>
              ))}
            </ol>
            <Group gap="xs">
              <Button onClick={() => add(pasted)} loading={create.isPending}>
                Add {pasted.length} tasks
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  setLine(pasted.join(' ').slice(0, taskLimits.title))
                  setPasted([])
                }}
              >
                Make it one task
              </Button>
            </Group>
          </div>
        )}
        <Group justify="space-between" mt="md">
          <Text size="xs" c="dimmed">
            Enter adds the task and keeps the line for the next one.
          </Text>
          <Button type="submit" loading={create.isPending} disabled={!line.trim()}>
            Add
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function shown(piece: Piece, dateStyle: Preferences['dateStyle']): string {
  if (piece.kind === 'priority') return piece.priority
  if (piece.kind === 'label') return `#${piece.label}`
  const { words } = dueOf({ dueDate: piece.day, status: 'Pending', completedAt: null }, localDay(new Date()))
  return `${formatDay(piece.day, dateStyle)} · ${words}`
}
