import type { LeftAlone, TaskUndo } from '../../../contract/schemas/history.ts'
import { changesInWords, leftInWords, undoLines } from '../../../contract/words/token-undo-words.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { linkedName } from '../../history/linked-name.ts'
import classes from './undo-work.module.css'

interface Props {
  undo: TaskUndo
  name: string
  now: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** A task whose changes are undone, with every effect. Its checkbox leaves it out. */
export function UndoneTask({ undo, name, now, isChosen, onChoose }: Props) {
  const { preferences } = useSignedIn()
  const { number, title } = undo.task
  const lines = undoLines(undo, name, { dateStyle: preferences.dateStyle, linkedName, now })
  return (
    <li className={classes.task}>
      <label>
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span className="mono muted">#{number}</span>
        <span className={classes.title} dir="auto">
          {title}
        </span>
        <span className="small muted">{changesInWords(undo.changes)}</span>
      </label>
      <ul>
        {lines.map(({ was, willBe }) => (
          <li key={was} dir="auto">
            <span className="muted">{was}</span> → {willBe}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Later changes of others, which stay. */
export function LeftAloneList({ left, count, now }: { left: LeftAlone[]; count: number; now: string }) {
  const { preferences } = useSignedIn()
  const more = count - left.length
  return (
    <section className={classes.left}>
      <h3>Left alone, because it was changed since</h3>
      <ul>
        {left.map((one) => {
          const { field, later } = leftInWords(one, { dateStyle: preferences.dateStyle, linkedName, now })
          const time = new Date(one.event.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
          return (
            <li key={`${one.task._id} ${one.event.seq} ${field}`} dir="auto">
              <b>
                #{one.task.number}
                {field && ` ${field}:`}
              </b>{' '}
              {later} at {time}
            </li>
          )
        })}
        {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
      </ul>
    </section>
  )
}
