import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isOpen, type LinkRole } from '../../contract/task-lists/link-index.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { runCommand } from '../commands/use-commands.ts'
import type { DeckTask } from '../deck/change.ts'
import { useFromDeck } from '../deck/current-deck.ts'
import { taskPath } from '../navigation/paths.ts'
import { mentionsIn } from '../tasks/mentions.ts'
import { useLinks } from '../tasks/use-links.ts'
import controls from '../ui/controls.module.css'
import { BlockedIcon, PartsIcon, PlusIcon } from '../ui/icons.tsx'
import { LinkIcon, RelatedIcon } from '../ui/more-icons.tsx'
import { Rows } from '../ui/rows.tsx'
import { Subheading } from '../ui/subheading.tsx'
import { LinkedRow } from './linked-row.tsx'
import classes from './links.module.css'
import { roleNames } from './role-names.ts'
import { useLinking } from './use-linking.ts'

interface Props {
  task: DeckTask
  dateStyle: Preferences['dateStyle']
}

const icons: Record<LinkRole, ReactNode> = {
  'blocked by': <BlockedIcon size={14} />,
  blocks: <BlockedIcon size={14} />,
  'part of': <PartsIcon size={14} />,
  'has part': <PartsIcon size={14} />,
  related: <RelatedIcon size={14} />,
}

const noTasks: Task[] = []

/** The other links of a task, and the tasks whose descriptions mention it. */
export function TaskLinks({ task, dateStyle }: Props) {
  const { parent, blockers, blocked, related } = useLinks(task._id)
  const mentions = useFromDeck(({ tasks }) => mentionsIn(tasks).get(task.number) ?? noTasks)
  const { unlink } = useLinking()
  const links: [LinkRole, Task[]][] = [
    ['part of', parent ? [parent] : []],
    ['blocked by', blockers],
    ['blocks', blocked],
    ['related', related],
  ]
  return (
    <section aria-label="Links">
      <div className={classes.heading}>
        <Subheading>Links</Subheading>
      </div>
      <Rows label="Links">
        {links.flatMap(([role, others]) =>
          others.map((other) => (
            <LinkedRow
              key={`${role} ${other._id}`}
              task={other}
              role={
                <>
                  {icons[role]}
                  {roleNames[role]}
                </>
              }
              dateStyle={dateStyle}
              onRemove={() => unlink(role, task, other)}
            />
          )),
        )}
        {mentions.map((other) => (
          <LinkedRow
            key={`mention ${other._id}`}
            task={other}
            role={
              <>
                <LinkIcon size={14} />
                Mentioned in
              </>
            }
            dateStyle={dateStyle}
          />
        ))}
        {!task.trashedAt && (
          <li className={classes.adding}>
            <button
              type="button"
              className={`${controls.button} ${classes.add}`}
              data-links-of={task._id}
              onClick={() => runCommand('addBlocker')}
            >
              <PlusIcon size={16} />
              Link a task
            </button>
          </li>
        )}
      </Rows>
    </section>
  )
}

/** The open tasks that block a task, below its title. */
export function BlockedNote({ task }: { task: Task }) {
  const { blockers } = useLinks(task._id)
  const open = isOpen(task) ? blockers.filter(isOpen) : []
  if (!open.length) return null
  return (
    <p className={classes.blocked}>
      <BlockedIcon size={16} />
      Blocked by{' '}
      {open.map((blocker) => (
        <Link key={blocker._id} to={taskPath(blocker._id)} dir="auto">
          <span className="mono">{numberOf(blocker)}</span> {blocker.title}
        </Link>
      ))}
    </p>
  )
}
