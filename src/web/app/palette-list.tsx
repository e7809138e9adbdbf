import { type ReactNode, useEffect, useId } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { newLine } from '../../contract/quick-add/lines.ts'
import type { Preferences, User } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { wordsOf } from '../../contract/search.ts'
import { filterTasks, noFilter } from '../../contract/task-lists/filter.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { type CommandId, commands } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import { useDeck } from '../deck/current-deck.ts'
import { taskPath } from '../navigation/paths.ts'
import { useAdd } from '../quick-add/use-add.ts'
import { useSavedViews } from '../saved-views/queries.ts'
import { statusIcon } from '../tasks/marks.tsx'
import { useNoteMatches } from '../tasks/note-matches.ts'
import { ParentMark } from '../tasks/parent-mark.tsx'
import { recentTasks } from '../tasks/recent-tasks.ts'
import { useToday } from '../tasks/today.ts'
import type { Combobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { reportFailure } from '../ui/failed.ts'
import { BookmarkIcon, PlusIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { Marked } from '../ui/marked.tsx'
import { afterFocusReturns } from '../ui/return-focus.ts'
import { orderedViews } from '../views/saved-views.ts'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import { type Action, generalActions, taskActions } from './palette-actions.tsx'

/** Few enough that actions and views are in sight below them. */
const maxTasks = 5
const maxRecentFound = 3
/** The last view that a key leads to is the ninth. */
const maxViewKeys = 9

interface Props {
  user: User
  dateStyle: Preferences['dateStyle']
  /** The commands that could run when the palette was opened, and the tasks that they change. */
  context: { available: CommandId[]; targets: readonly string[] }
  combobox: Combobox
  onClose: () => void
}

interface Item {
  key: string
  icon: ReactNode
  label: string
  detail?: ReactNode
  keys?: string | undefined
  run: () => void
}

/** The tasks, actions and saved views that match the query, recently opened tasks first. */
export function PaletteList({ user, dateStyle, context, combobox, onClose }: Props) {
  const { text: query, active, setActive } = combobox
  const navigate = useNavigate()
  const today = useToday()
  const { tasks, byId } = useDeck()
  const views = orderedViews(useSavedViews())
  const add = useAdd()
  const id = useId()

  const isActionsOnly = query.startsWith('>')
  const text = query.replace(/^>/, '').trim()
  const words = wordsOf(text)
  const opened = new Set(recentTasks(user._id))
  const inNotes = useNoteMatches(text)
  const found = text ? filterTasks(tasks, { ...noFilter, q: text }, { today, weekStart: 'monday' }, inNotes) : []
  const recent = text
    ? found.filter(({ _id }) => opened.has(_id)).slice(0, maxRecentFound)
    : [...opened].flatMap((one) => tasks.find(({ _id }) => _id === one) ?? [])
  const others = found.filter((task) => !recent.includes(task)).slice(0, maxTasks)
  const targets = context.targets.flatMap((one) => byId.get(one) ?? [])

  const ofTask = (task: Task): Item => ({
    key: task._id,
    icon: statusIcon(task.status, 18),
    label: task.title,
    detail: (
      <>
        <ParentMark task={task} />
        {inNotes.has(task._id) ? 'In a note' : task.status} <span className="mono">{numberOf(task)}</span>
      </>
    ),
    run: () => navigate(taskPath(task._id)),
  })
  const ofAction = ({ id: command, icon, label }: Action): Item => ({
    key: command,
    icon,
    label,
    keys: commands[command].keys[0],
    // So that the palette does not take the focus from a dialog that the command opens.
    run: () => afterFocusReturns(() => runCommand(command)),
  })
  const ofView = ({ id: view, name, address }: (typeof views)[number], index: number): Item => ({
    key: view,
    icon: <BookmarkIcon />,
    label: name,
    keys: index < maxViewKeys ? `g ${index + 1}` : undefined,
    run: () => navigate(address),
  })
  const fitsView = ({ label }: Item) =>
    words.every((word) => wordsOf(`Go to ${label}`).some((other) => other.startsWith(word)))

  const create = async () => {
    const { parseInDeck, readingOn } = await import('../quick-add/parse-in-deck.ts')
    await add([parseInDeck(newLine(text), readingOn(today, dateStyle)).task])
  }
  const creating: Item = {
    key: 'create',
    icon: <PlusIcon />,
    label: `Create “${text}”`,
    run: () =>
      void create().catch((error) =>
        reportFailure('Error adding task', error, `“${text}” was not added. Please try again.`),
      ),
  }

  const isAboutTasks = targets.length > 0
  const matches: [string, Item[]][] = [
    ['Recent', isActionsOnly ? [] : recent.map(ofTask)],
    ['Tasks', isActionsOnly ? [] : others.map(ofTask)],
    [`Actions for ${namesOf(targets)}`, isAboutTasks ? taskActions(context.available, words).map(ofAction) : []],
    ['Actions', generalActions(context.available, words).map(ofAction)],
    ['Views', isActionsOnly ? [] : views.map(ofView).filter(fitsView)],
  ]
  const isNothing = matches.every(([, items]) => !items.length)
  const groups: typeof matches = isNothing && text && !isActionsOnly ? [['New task', [creating]]] : matches
  const count = groups.reduce((sum, [, items]) => sum + items.length, 0)
  // Tasks can disappear while the palette is open: an item stays selected.
  useEffect(() => {
    if (count && active >= count) setActive(0)
  }, [count, active, setActive])

  let next = 0
  const option = ({ key, icon, label, detail, keys, run }: Item) => {
    const index = next++
    return (
      <button
        key={key}
        type="button"
        role="option"
        {...combobox.option(index)}
        aria-selected={index === active}
        className={`${controls.option} ${classes.action}`}
        onClick={() => {
          // At once, so that the focus returns to the task before a command for it runs.
          flushSync(onClose)
          run()
        }}
      >
        <span className={classes.icon}>{icon}</span>
        <span className={classes.label} dir="auto">
          <Marked text={label} words={words} />
        </span>
        {detail && <span className={classes.detail}>{detail}</span>}
        {keys && (
          <span className="about-keys">
            <Keys of={keys} />
          </span>
        )}
      </button>
    )
  }
  return (
    <>
      <div role="listbox" id={combobox.listId} aria-label="Results" className={classes.list}>
        {groups.map(
          ([name, items], place) =>
            items.length > 0 && (
              <fieldset key={name} className="plain-group" aria-labelledby={`${id}-${place}`}>
                <div id={`${id}-${place}`} className={classes.group} dir="auto">
                  {name}
                </div>
                {items.map(option)}
              </fieldset>
            ),
        )}
      </div>
      {isNothing && <p className={classes.empty}>Nothing found for “{text}”.</p>}
      <p className={`about-keys ${classes.hints}`}>
        <span>
          <kbd className={keycap.keycap}>↑</kbd> <kbd className={keycap.keycap}>↓</kbd> move
        </span>
        <span>
          <kbd className={keycap.keycap}>↵</kbd> choose
        </span>
        <span>
          <kbd className={keycap.keycap}>#</kbd> by number
        </span>
        <span>
          <kbd className={keycap.keycap}>&gt;</kbd> actions only
        </span>
      </p>
    </>
  )
}
