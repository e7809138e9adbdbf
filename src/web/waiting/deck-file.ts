import { amountFields } from '../../contract/task-fields.ts'
import { statuses } from '../../contract/tasks.ts'
import { amountOf } from '../../contract/words/amount-words.ts'
import type { Change, DeckTask, Tasks } from '../deck/change.ts'
import { deckNow } from '../deck/current-deck.ts'
import { saveFile } from '../ui/save-file.ts'
import { wordsOf } from './change-words.ts'

/** Tasks of one user, and the changes in them that no server has received. */
interface Contents {
  user: { username: string; email: string } | undefined
  tasks: Tasks
  changes: readonly Change[]
}

export type FileKind = 'Markdown' | 'JSON'

/** Saves tasks and unsent changes as a file that needs no Taskdeck to be read. */
export function saveTasks(contents: Contents, kind: FileKind) {
  const day = new Date().toISOString().slice(0, 10)
  if (kind === 'JSON') saveFile(`taskdeck-${day}.json`, 'application/json', jsonOf(contents))
  else saveFile(`taskdeck-${day}.md`, 'text/markdown', markdownOf(contents))
}

/** Saves everything that this tab shows. */
export function saveShown() {
  const { byId, changes } = deckNow()
  saveTasks({ user: undefined, tasks: byId, changes: changes.filter(({ done }) => !done) }, 'Markdown')
}

export function jsonOf({ user, tasks, changes }: Contents): string {
  const unsentChanges = changes.map((change) => ({ at: change.at, ...wordsOf(change, tasks, 'iso'), ...change.intent }))
  return JSON.stringify({ user, tasks: [...tasks.values()], unsentChanges }, undefined, 2)
}

export function markdownOf({ user, tasks, changes }: Contents): string {
  const all = [...tasks.values()]
  const listed = (title: string, some: DeckTask[]) => (some.length ? [`## ${title}`, ...some.map(taskText)] : [])
  const unsent = changes.map((change) => {
    const { about, effect } = wordsOf(change, tasks, 'iso')
    return `- ${change.at} · ${about} · ${effect}`
  })
  return [
    `# Tasks${user ? ` of ${user.username} (${user.email})` : ''}`,
    ...statuses.flatMap((status) =>
      listed(
        status,
        all.filter((task) => task.status === status && !task.trashedAt),
      ),
    ),
    ...listed(
      'Trash',
      all.filter((task) => task.trashedAt),
    ),
    ...(unsent.length ? ['## Unsent changes', 'The tasks above contain them.', unsent.join('\n')] : []),
    '',
  ].join('\n\n')
}

function taskText(task: DeckTask): string {
  const { number, title, status, priority, dueDate, startDate, labels, description } = task
  const facts = [
    priority,
    dueDate && `due ${dueDate.slice(0, 10)}`,
    startDate && `starts ${startDate.slice(0, 10)}`,
    ...amountFields.map((field) => amountOf(task, field)),
    ...labels.map((label) => `#${label}`),
  ].filter(Boolean)
  const name = number ? `#${number} ${title}` : title
  const head = `- [${status === 'Completed' ? 'x' : ' '}] ${name} · ${facts.join(' · ')}`
  const text = description.split('\n').map((line) => `  ${line}`.trimEnd())
  return description ? [head, '', ...text].join('\n') : head
}
