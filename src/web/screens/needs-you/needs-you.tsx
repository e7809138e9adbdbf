import { Link } from 'react-router'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { paths } from '../../navigation/paths.ts'
import { useStop } from '../../navigation/trail.ts'
import { MailedAnswer } from '../../questions/mailed-answer.tsx'
import { UndecidedRows } from '../../questions/needs-you-list.tsx'
import { maxQuestions } from '../../questions/queries.ts'
import { QuestionRow } from '../../questions/question-row.tsx'
import { useQuestions } from '../../questions/use-questions.ts'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useTitle } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Wide } from '../../views/frame.tsx'
import classes from './needs-you.module.css'

const name = 'Needs you'

/** Everything that waits for the user: the questions of agents and scripts, and changes that the server has not accepted. */
export function NeedsYouScreen() {
  const { preferences } = useSignedIn()
  const { isReady, changes } = useDeck()
  const { questions, expected, isLoading, error, refetch } = useQuestions()
  const undecided = changes.filter(({ problem }) => problem)
  const isEmpty = isReady && !isLoading && !error && !questions.length && !undecided.length
  useTitle(name)
  useStop(name)
  return (
    <Wide>
      <div className={classes.screen}>
        <h1 className="h1">{name}</h1>
        <TasksFailed order={2} />
        <MailedAnswer questions={questions} isReady={isReady && !isLoading && !error} />
        {(!isReady || isLoading) && <RowSkeletons what="questions" height={56} count={3} />}
        {isReady && error && <LoadFailed what="the questions" error={error} onRetry={() => void refetch()} />}
        {isEmpty && (
          <Empty title="Nothing needs you.">
            <p className="muted">
              When an agent or a script asks you something, the question waits here. <Link to={paths.today}>Today</Link>{' '}
              has the rest.
            </p>
          </Empty>
        )}
        {questions.length + undecided.length > 0 && (
          <Rows label={name}>
            {questions.map((question) => (
              <QuestionRow key={question.note._id} {...question} />
            ))}
            <UndecidedRows undecided={undecided} dateStyle={preferences.dateStyle} />
          </Rows>
        )}
        {questions.length >= maxQuestions && expected > questions.length && (
          <p className="muted">
            The newest {questions.length.toLocaleString('en')} of {expected.toLocaleString('en')} questions are shown.
            Answer or dismiss some of them to see older ones.
          </p>
        )}
      </div>
    </Wide>
  )
}
