import { Link } from 'react-router'
import type { Note } from '../../../contract/schemas/notes.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { capitalised } from '../../../contract/words/capitalised.ts'
import { timeOfClaim } from '../../../contract/words/claim-words.ts'
import { describeEvent } from '../../../contract/words/event-words.ts'
import { kindWords } from '../../../contract/words/receipt-words.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useTakeOver } from '../../claims/use-take-over.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { linkedName } from '../../history/linked-name.ts'
import { useIsAway } from '../../live/state.ts'
import { paths } from '../../navigation/paths.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { Answers } from '../../questions/answers.tsx'
import { Button } from '../../ui/button.tsx'
import { TerminalIcon } from '../../ui/icons.tsx'
import type { ShownAgent } from './agent-rows.ts'
import classes from './agents.module.css'

interface Props {
  agent: ShownAgent<Note & { taskId: string }>
  now: string
  onUndo: () => void
}

/** Where the tasks of a token, and its changes, are listed. */
const tasksOf = (name: string) => `${paths.list}?${new URLSearchParams({ claimed: name })}`
const changesOf = (name: string) => `${paths.activity}?${new URLSearchParams({ via: name })}`

/** One agent of the screen. */
export function AgentLine({ agent, now, onUndo }: Props) {
  const { name, state, words, holds, questions, completed } = agent
  const isAway = useIsAway()
  return (
    <li className={classes.line}>
      <div className={classes.agent}>
        <span className={`icon-tile ${classes.icon}`}>
          <TerminalIcon size={16} />
        </span>
        <span className={classes.who}>
          <Link to={tasksOf(name)} className={classes.name} title={`Tasks that ${name} holds`} dir="auto">
            {name}
          </Link>
          <span className={classes.state} data-state={state}>
            {words}
          </span>
        </span>
      </div>
      <div className={classes.holds}>
        <span className={`visually-hidden ${classes.label}`}>Holds</span>
        {holds.map((task) => (
          <HeldTask key={task._id} task={task} now={now} />
        ))}
        {!holds.length && <span className="muted">Nothing</span>}
      </div>
      <LastAction agent={agent} now={now} />
      <div className={classes.question}>
        <span className={`visually-hidden ${classes.label}`}>Question</span>
        {questions.map((note) => (
          <div key={note._id} className={classes.asked}>
            <p dir="auto">
              <AskedTask id={note.taskId} /> {note.text}
            </p>
            <Answers task={note.taskId} note={note} />
          </div>
        ))}
        {!questions.length && <span className="muted">None</span>}
      </div>
      <div className={classes.completed}>
        <span className={`visually-hidden ${classes.label}`}>Completed today</span>
        <span className={completed.count ? '' : 'muted'}>{completed.count}</span>
        {completed.proved > 0 && <span className={classes.proved}>{completed.proved} proved</span>}
        {completed.count > completed.proved && (
          <span className={classes.unproved}>{completed.count - completed.proved} not</span>
        )}
        {completed.kinds.length > 0 && (
          <span className={classes.kinds}>
            {completed.kinds.map(({ kind, count }) => `${kindWords[kind]} ${count.toLocaleString('en')}`).join(' · ')}
          </span>
        )}
      </div>
      <div className={classes.undo}>
        {agent.last && (
          <Button
            variant="default"
            size="small"
            disabled={isAway}
            title={isAway ? 'Needs the server' : undefined}
            aria-label={`Undo what it did … ${name}`}
            onClick={onUndo}
          >
            Undo what it did …
          </Button>
        )}
      </div>
    </li>
  )
}

/** The number of the task that a question is about. */
function AskedTask({ id }: { id: string }) {
  const task = useDeck().byId.get(id)
  return (
    task && (
      <TaskLink id={id} className={`mono ${classes.number}`} title={task.title}>
        #{task.number}
      </TaskLink>
    )
  )
}

function HeldTask({ task, now }: { task: Task; now: string }) {
  const takeOver = useTakeOver()
  const isAway = useIsAway()
  if (!task.claim) return null
  return (
    <div className={classes.held}>
      <TaskLink id={task._id} className={classes.task} dir="auto">
        <span className="mono">#{task.number}</span> {task.title}
      </TaskLink>
      <span className={classes.fact}>
        {timeOfClaim(task.claim, now)} ·{' '}
        <button
          type="button"
          className={`link ${classes.take}`}
          disabled={isAway}
          title={isAway ? 'Needs the server' : undefined}
          aria-label={`Take over #${task.number}`}
          onClick={() => void takeOver(task)}
        >
          Take over
        </button>
      </span>
    </div>
  )
}

function LastAction({ agent: { name, last, error }, now }: Pick<Props, 'agent' | 'now'>) {
  const { preferences } = useSignedIn()
  const { byId, trash } = useDeck()
  const task = last && (byId.get(last.task) ?? trash.find(({ _id }) => _id === last.task))
  const others = (last?.taskCount ?? 1) - 1
  const time = Date.parse(now)
  return (
    <div className={classes.last}>
      <span className={`visually-hidden ${classes.label}`}>Last action</span>
      {last ? (
        <>
          <p className={classes.action} dir="auto">
            {capitalised(describeEvent(last, preferences.dateStyle, linkedName))}
          </p>
          <span className={classes.fact}>
            {task ? <TaskLink id={task._id}>#{task.number}</TaskLink> : 'a deleted task'}
            {others > 0 && ` and ${others.toLocaleString('en')} more`} · {timeAgo(last.at, time)} ·{' '}
            <Link to={changesOf(name)} aria-label={`Changes of ${name}`}>
              Changes
            </Link>
          </span>
        </>
      ) : (
        <span className="muted">None</span>
      )}
      {error && (
        <p className={classes.error} data-old={(last && last.at > error.at) || undefined} dir="auto">
          Error {timeAgo(error.at, time)}: {error.message}
        </p>
      )}
    </div>
  )
}
