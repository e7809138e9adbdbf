import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Change, Problem } from '../deck/change.ts'
import { useDeck } from '../deck/current-deck.ts'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/panel.tsx'
import { usePanel } from '../ui/use-panel.ts'
import { wordsOf } from './change-words.ts'
import classes from './needs-you.module.css'
import { LoadedList } from './waiting-changes.tsx'

const maxRows = 3

/** The changes that the server has not accepted, which the user has to decide about. Nothing is shown if there are none. */
export function NeedsYou({ dateStyle }: { dateStyle: Preferences['dateStyle'] }) {
  const { changes } = useDeck()
  const undecided = changes.filter(({ problem }) => problem)
  const more = undecided.length - maxRows
  if (!undecided.length) return null
  return (
    <section className={classes.card} aria-labelledby="needs-you">
      <h2 id="needs-you" className={classes.head}>
        {undecided.length} {undecided.length === 1 ? 'needs' : 'need'} you
      </h2>
      <ul className={classes.rows}>
        {undecided.slice(0, maxRows).map((change) => (
          <Row key={change.id} changes={[change]} dateStyle={dateStyle} label="Decide" />
        ))}
        {more > 0 && <Row changes={undecided.slice(maxRows)} dateStyle={dateStyle} label={`${more} more`} />}
      </ul>
    </section>
  )
}

interface RowProps {
  changes: readonly Change[]
  dateStyle: Preferences['dateStyle']
  label: string
}

/** A change in words, or the number of further ones, with the button that opens their list. */
function Row({ changes, dateStyle, label }: RowProps) {
  const { isOpen, anchor, close, button } = usePanel()
  const [only] = changes.length === 1 && label === 'Decide' ? changes : []
  return (
    <li className={classes.row}>
      {only && <InWords change={only} dateStyle={dateStyle} />}
      <button {...button} className={`${controls.button} ${classes.decide}`} data-needs-you>
        {label}
      </button>
      {isOpen && (
        <Panel anchor={anchor.current} label="Please decide" title="" width={376} isAtEnd onClose={close}>
          <LoadedList changes={changes} obstacle={undefined} dateStyle={dateStyle} />
        </Panel>
      )}
    </li>
  )
}

const questions: Record<Problem['kind'], (about: string) => string> = {
  conflict: (about) => `${about} was also changed elsewhere`,
  trashed: (about) => `${about} is in the trash`,
  gone: (about) => `${about} no longer exists`,
  refused: (about) => `Not saved: ${about}`,
}

function InWords({ change, dateStyle }: { change: Change; dateStyle: Preferences['dateStyle'] }) {
  const { byId } = useDeck()
  const { about, effect } = wordsOf(change, byId, dateStyle)
  const { problem } = change
  const reason = problem?.kind === 'refused' && problem.message ? ` · ${problem.message}` : ''
  return (
    <span className={classes.words}>
      <b dir="auto">{problem && questions[problem.kind](about)}</b>
      <span dir="auto">
        Your change: {effect}
        {reason}
      </span>
    </span>
  )
}
