import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import type { LinkRole } from '../../contract/task-lists/link-index.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { useChange } from '../tasks/use-change.ts'

interface LinkChange {
  tasks: Task[]
  change: ManyChange
}

/** Links begin at one of both tasks: which one, depends on the role that the other task has. */
const added: Record<LinkRole, (tasks: Task[], other: Task) => LinkChange> = {
  'blocked by': (tasks, other) => ({ tasks, change: { addLinks: [{ kind: 'blocked by', to: other._id }] } }),
  blocks: (tasks, other) => ({
    tasks: [other],
    change: { addLinks: tasks.map(({ _id }) => ({ kind: 'blocked by', to: _id })) },
  }),
  'part of': (tasks, other) => ({ tasks, change: { addLinks: [{ kind: 'part of', to: other._id }] } }),
  'has part': (tasks, other) => ({
    tasks: [other],
    change: { addLinks: tasks.slice(0, 1).map(({ _id }) => ({ kind: 'part of', to: _id })) },
  }),
  related: (tasks, other) => ({ tasks, change: { addLinks: [{ kind: 'related', to: other._id }] } }),
}

const removed: Record<LinkRole, (task: Task, other: Task) => LinkChange> = {
  'blocked by': (task, other) => ({
    tasks: [task],
    change: { removeLinks: [{ kind: 'blocked by', to: other._id }] },
  }),
  blocks: (task, other) => removed['blocked by'](other, task),
  'part of': (task, other) => ({ tasks: [task], change: { removeLinks: [{ kind: 'part of', to: other._id }] } }),
  'has part': (task, other) => removed['part of'](other, task),
  // It may be stored at either of them.
  related: (task, other) => ({
    tasks: [task, other],
    change: { removeLinks: [task, other].map(({ _id }) => ({ kind: 'related', to: _id })) },
  }),
}

const messages: Record<LinkRole, (which: string, other: string) => string> = {
  'blocked by': (which, other) => `Marked ${which} as blocked by ${other}`,
  blocks: (which, other) => `Marked ${other} as blocked by ${which}`,
  'part of': (which, other) => `Made ${which} a part of ${other}`,
  'has part': (which, other) => `Made ${other} a part of ${which}`,
  related: (which, other) => `Related ${which} to ${other}`,
}

/** Adds and removes links, each as one change with its undo. */
export function useLinking() {
  const make = useChange()
  const change = ({ tasks, change: values }: LinkChange, message: string) =>
    make(
      { kind: 'updateMany', tasks: tasks.map(({ _id }) => _id), change: values },
      {
        message: () => message,
        failure: 'Error linking tasks',
        fallback: 'The link was not changed. Please try again.',
      },
    )
  return {
    link: (role: LinkRole, tasks: Task[], other: Task) =>
      change(added[role](tasks, other), messages[role](namesOf(tasks), nameOf(other))),
    unlink: (role: LinkRole, task: Task, other: Task) =>
      change(removed[role](task, other), `Removed the link between ${nameOf(task)} and ${nameOf(other)}`),
  }
}
