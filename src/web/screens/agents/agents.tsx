import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tasksInWords } from '../../../contract/words/token-undo-words.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { useStop } from '../../navigation/trail.ts'
import { useQuestions } from '../../questions/use-questions.ts'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useNow, useToday } from '../../tasks/today.ts'
import { NewToken } from '../../tokens/new-token.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useTitle } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Wide } from '../../views/frame.tsx'
import { AgentLine } from './agent-line.tsx'
import { agentRows } from './agent-rows.ts'
import classes from './agents.module.css'
import { ChangesToday } from './changes-today.tsx'
import { agentsQuery } from './queries.ts'
import { UndoWork } from './undo-work.tsx'

const name = 'Agents'

/** The agents and programs of the user, each with its tasks, last action, questions and completed tasks, and undo of its work. */
export function Agents() {
  useTitle(name)
  useStop(name)
  const { tasks, isReady } = useDeck()
  const asked = useQuestions()
  const [now, today] = [useNow(), useToday()]
  const midnight = new Date(`${today}T00:00`).toISOString()
  const { data, error, refetch } = useQuery(agentsQuery(midnight))
  const [isMaking, setMaking] = useState(false)
  const [undone, setUndone] = useState<string>()
  const questions = asked.questions.map(({ note }) => note)
  const isLoaded = isReady && !asked.isLoading
  const rows = data && isLoaded ? agentRows({ agents: data.agents, tasks, questions, now }) : undefined
  const chosen = rows?.find((row) => row.name === undone)
  return (
    <Wide>
      <div className={classes.screen}>
        <header className={classes.heading}>
          <h1 className="h1">{name}</h1>
          {rows && rows.length > 0 && <Summary rows={rows} />}
          <Button variant="default" start={<PlusIcon size={16} />} onClick={() => setMaking(true)}>
            Add an agent
          </Button>
        </header>
        <TasksFailed order={2} />
        {error && !data && <LoadFailed what="the agents" error={error} onRetry={refetch} order={2} />}
        {asked.error && asked.questions.length < asked.expected && (
          <LoadFailed what="the questions" error={asked.error} onRetry={asked.refetch} order={2} />
        )}
        {!rows && !error && <RowSkeletons what="the agents" height={64} count={4} />}
        {rows?.length === 0 && <NoAgents hasTokens={data?.hasTokens ?? false} />}
        {rows && rows.length > 0 && (
          <div className={classes.table}>
            <div className={classes.head} aria-hidden="true">
              {['Agent', 'Holds', 'Last action', 'Question', 'Completed today'].map((column) => (
                <span key={column}>{column}</span>
              ))}
            </div>
            <ul aria-label={name}>
              {rows.map((row) => (
                <AgentLine key={row.name} agent={row} now={now} onUndo={() => setUndone(row.name)} />
              ))}
            </ul>
          </div>
        )}
        {error && data && <p className="muted above-8">Could not be refreshed. This page may be out of date.</p>}
        {data && data.changes.length > 0 && <ChangesToday changes={data.changes} />}
      </div>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
      {chosen && <UndoWork agent={chosen} onClose={() => setUndone(undefined)} />}
    </Wide>
  )
}

function Summary({ rows }: { rows: ReturnType<typeof agentRows> }) {
  const holders = rows.filter(({ holds }) => holds.length).length
  const askers = rows.filter(({ state }) => state === 'asks').length
  const completed = rows.reduce((sum, row) => sum + row.completed.count, 0)
  return (
    <p className={classes.summary}>
      {holders} {holders === 1 ? 'holds' : 'hold'} tasks
      {askers > 0 && (
        <>
          {' · '}
          <b>
            {askers} {askers === 1 ? 'asks' : 'ask'} you
          </b>
        </>
      )}
      {` · ${tasksInWords(completed)} completed today`}
    </p>
  )
}

function NoAgents({ hasTokens }: { hasTokens: boolean }) {
  return (
    <Empty title={hasTokens ? 'No agent has worked in the last 7 days.' : 'No agent has access yet.'}>
      <p className="muted">
        An agent or a script works on your tasks with a token. Press <b>Add an agent</b> to make one: it shows how to
        connect Claude Code, Codex and the command line.
      </p>
    </Empty>
  )
}
