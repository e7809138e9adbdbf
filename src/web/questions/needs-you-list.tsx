import { Link } from 'react-router'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { commands, keycaps, withKeys } from '../commands/commands.ts'
import type { Change, Problem } from '../deck/change.ts'
import { useDeck } from '../deck/current-deck.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import keycap from '../ui/keycap.module.css'
import { Panel } from '../ui/panel.tsx'
import { usePanel } from '../ui/use-panel.ts'
import { wordsOf } from '../waiting/change-words.ts'
import { LoadedList } from '../waiting/waiting-changes.tsx'
import classes from './needs-you-list.module.css'
import { QuestionCard } from './question-card.tsx'
import { QuestionRow } from './question-row.tsx'
import questionClasses from './questions.module.css'
import { useQuestions } from './use-questions.ts'

const maxRows = 3

interface Props {
  dateStyle: Preferences['dateStyle']
  /** Whether one question is shown at a time, as a card. */
  isNarrow: boolean
}

/** The first questions to the user, and the first changes that the server has not accepted. Nothing is shown if there are none. */
export function NeedsYou({ dateStyle, isNarrow }: Props) {
  const { changes } = useDeck()
  const { questions, expected } = useQuestions()
  const undecided = changes.filter(({ problem }) => problem)
  const shown = isNarrow ? [] : questions.slice(0, maxRows)
  const decided = undecided.slice(0, maxRows - shown.length)
  const count = undecided.length + (isNarrow ? 0 : expected)
  const more = count - shown.length - decided.length
  return (
    <>
      {isNarrow && <QuestionCard questions={questions} />}
      {shown.length + decided.length > 0 && (
        <section className={classes.card} aria-labelledby="needs-you">
          <div className={classes.head}>
            <h2 id="needs-you">
              {count} {count === 1 ? 'needs' : 'need'} you
            </h2>
            <Link to={paths.needsYou} title={withKeys('goNeedsYou')}>
              {more > 0 ? `${more} more` : 'All questions'}
              <span className="about-keys" aria-hidden="true">
                {keycaps(commands.goNeedsYou.keys[0] ?? '').map(([key]) => (
                  <kbd key={key} className={keycap.keycap}>
                    {key}
                  </kbd>
                ))}
              </span>
            </Link>
          </div>
          <ul className={classes.rows}>
            {shown.map((question) => (
              <QuestionRow key={question.note._id} {...question} />
            ))}
            <UndecidedRows undecided={decided} dateStyle={dateStyle} />
          </ul>
        </section>
      )}
    </>
  )
}

interface RowsProps {
  undecided: readonly Change[]
  dateStyle: Preferences['dateStyle']
}

/** The changes that the server has not accepted, which the user has to decide about. */
export const UndecidedRows = ({ undecided, dateStyle }: RowsProps) =>
  undecided.map((change) => <Row key={change.id} change={change} dateStyle={dateStyle} />)

/** A change in words, with the button that opens the decision. */
function Row({ change, dateStyle }: { change: Change; dateStyle: Preferences['dateStyle'] }) {
  const { isOpen, anchor, close, button } = usePanel()
  return (
    <li className={classes.row}>
      <InWords change={change} dateStyle={dateStyle} />
      <button {...button} className={`${controls.button} ${classes.decide}`} data-needs-you>
        Decide
      </button>
      {isOpen && (
        <Panel anchor={anchor.current} label="Please decide" title="" width={376} isAtEnd onClose={close}>
          <LoadedList changes={[change]} obstacle={undefined} dateStyle={dateStyle} />
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
    <span className={`${questionClasses.words} ${classes.words}`}>
      <b dir="auto">{problem && questions[problem.kind](about)}</b>
      <span dir="auto">
        Your change: {effect}
        {reason}
      </span>
    </span>
  )
}
