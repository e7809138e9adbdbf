import type { Task } from '../../contract/schemas/tasks.ts'
import { linksIn, openParts } from '../../contract/task-lists/link-index.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { deckNow } from '../deck/current-deck.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'

const maxNames = 3

/** Whether tasks have open parts besides these tasks. */
export const haveOpenParts = (tasks: Task[]) => openParts(linksIn(deckNow().tasks), tasks).length > 0

/** The tasks to complete with these ones: the user decides about open parts. Undefined if nothing is to be completed. */
export async function withParts(tasks: Task[]): Promise<Task[] | undefined> {
  const parts = openParts(linksIn(deckNow().tasks), tasks)
  if (!parts.length) return tasks
  const { length } = parts
  const names =
    parts.slice(0, maxNames).map(nameOf).join(', ') + (length > maxNames ? ` and ${length - maxNames} more` : '')
  const haveParts = `${tasks.length === 1 ? 'has' : 'have'} ${length} open ${length === 1 ? 'part' : 'parts'}`
  return ask<Task[]>(`${namesOf(tasks)} ${haveParts}`, (answer) => (
    <>
      <p className="muted below-16" dir="auto">
        {names}
      </p>
      <div className="row end">
        <Button variant="default" onClick={() => answer()}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => answer(tasks)}>
          Leave open
        </Button>
        <Button data-autofocus onClick={() => answer([...tasks, ...parts])}>
          {length === 1 ? 'Complete it too' : 'Complete them too'}
        </Button>
      </div>
    </>
  ))
}
