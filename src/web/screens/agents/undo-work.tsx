import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { historyCalls } from '../../../contract/calls/history.ts'
import { call } from '../../../contract/client.ts'
import { formatTime } from '../../../contract/format-day.ts'
import { changesInWords, nothingBy, tasksInWords } from '../../../contract/words/token-undo-words.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { shortcutOf } from '../../commands/commands.ts'
import { useUndo } from '../../history/undo.ts'
import { useNow, useToday } from '../../tasks/today.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { messageOf } from '../../ui/failed.ts'
import keycap from '../../ui/keycap.module.css'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ShownAgent } from './agent-rows.ts'
import { tokenUndoQuery } from './queries.ts'
import classes from './undo-work.module.css'
import { LeftAloneList, UndoneTask } from './undone-task.tsx'

interface Props {
  agent: Pick<ShownAgent<{ via: string; taskId: string }>, 'name' | 'holds'>
  onClose: () => void
}

const iso = (local: string) => (local ? new Date(local).toISOString() : undefined)

/** Undoes what an agent did: a time is chosen, the list shows every effect, and each task can be left out. */
export function UndoWork({ agent: { name, holds }, onClose }: Props) {
  const { preferences } = useSignedIn()
  const { offer } = useUndo()
  const group = useId()
  const today = useToday()
  const now = useNow()
  // An hour before the dialog was opened: a list that changes by itself cannot be read.
  const [hourAgo] = useState(() => new Date(Date.now() - 3_600_000).toISOString())
  const [choice, setChoice] = useState<'hour' | 'today' | 'claim' | 'other'>('today')
  const [other, setOther] = useState({ from: `${today}T00:00`, until: '' })
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [held] = holds
  const until = choice === 'other' ? iso(other.until) : undefined
  const sinceOf = {
    hour: hourAgo,
    today: new Date(`${today}T00:00`).toISOString(),
    claim: held?.claim?.at ?? hourAgo,
    other: iso(other.from) ?? hourAgo,
  }
  const period = { since: sinceOf[choice], ...(until ? { until } : {}) }
  const { data, error, refetch, isFetching } = useQuery(tokenUndoQuery(name, period))
  const undo = useMutation({
    mutationFn: () =>
      call(historyCalls.undoToken, {
        body: { via: name, ...period, except: [...kept], ...(data ? { upTo: data.upTo } : {}) },
      }),
    onSuccess: ({ message, change }) => {
      onClose()
      offer(message, change)
    },
  })
  const left = data?.tasks.filter(({ task }) => kept.has(task._id)) ?? []
  const count = (data?.changes ?? 0) - left.reduce((sum, { changes }) => sum + changes, 0)
  const style = (at: string) => formatTime(at, preferences.dateStyle)
  const more = data ? data.taskCount - data.tasks.length : 0
  const choices = {
    hour: 'Last hour',
    today: 'Today',
    ...(held ? { claim: `Since it claimed #${held.number}` } : {}),
    other: 'Other …',
  }
  return (
    <Dialog title={`Undo what ${name} did`} size="palette" top="64px" isFlush onClose={onClose}>
      <div className={classes.period}>
        <fieldset className={controls.bar} aria-label="Period">
          {Object.entries(choices).map(([value, words]) => (
            <label key={value} className={`${controls.segment} ${classes.segment}`}>
              <input
                type="radio"
                name={group}
                checked={choice === value}
                onChange={() => setChoice(value as typeof choice)}
              />
              {words}
            </label>
          ))}
        </fieldset>
        {choice === 'other' && (
          <div className={classes.moments}>
            <TextField
              type="datetime-local"
              label="From"
              value={other.from}
              max={other.until}
              onChange={({ target }) => setOther({ ...other, from: target.value })}
            />
            <TextField
              type="datetime-local"
              label="Until (now if empty)"
              value={other.until}
              onChange={({ target }) => setOther({ ...other, until: target.value })}
            />
          </div>
        )}
        <p className="small muted" role="status">
          From {style(period.since)} until {until ? style(until) : 'now'}.{' '}
          {data && `${changesInWords(data.changes)} on ${tasksInWords(data.taskCount)}.`}
        </p>
      </div>
      <div className={classes.list}>
        {!data && !error && <RowSkeletons what="the changes" height={40} count={3} />}
        {error && (
          <p className={classes.problem} role="alert">
            {messageOf(error, 'The list could not be loaded.')}{' '}
            <button type="button" className="link" onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
        {data?.changes === 0 && <p className="muted">{nothingBy(name)}</p>}
        {data && data.changes > 0 && (
          <ul aria-label="Tasks">
            {data.tasks.map((one) => (
              <UndoneTask
                key={one.task._id}
                undo={one}
                name={name}
                now={now}
                isChosen={!kept.has(one.task._id)}
                onChoose={(isChosen) =>
                  setKept((now) => {
                    const next = new Set(now)
                    if (isChosen) next.delete(one.task._id)
                    else next.add(one.task._id)
                    return next
                  })
                }
              />
            ))}
          </ul>
        )}
        {more > 0 && <p className="muted">and {tasksInWords(more)} more</p>}
        {data && data.goneCount > 0 && (
          <p className="small muted">{tasksInWords(data.goneCount)} deleted for good since.</p>
        )}
      </div>
      {data && data.leftCount > 0 && <LeftAloneList left={data.left} count={data.leftCount} now={now} />}
      <div className={classes.foot}>
        {undo.error ? (
          <p className={classes.problem} role="alert">
            Nothing was undone. Try again
          </p>
        ) : (
          <p className="small muted">
            This is one change in the history.{' '}
            <span className="about-keys">
              Undo it with <kbd className={keycap.keycap}>{shortcutOf('undo')}</kbd>.
            </span>
          </p>
        )}
        <Button disabled={!count || isFetching} isBusy={undo.isPending} onClick={() => undo.mutate()}>
          {undo.isPending ? 'Undoing …' : `Undo ${changesInWords(count)}`}
        </Button>
      </div>
    </Dialog>
  )
}
