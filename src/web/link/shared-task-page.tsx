import type { SharedPage } from '../../contract/schemas/shares.ts'
import { PriorityMark, StatusMark, statusIcon } from '../tasks/marks.tsx'
import { ProgressCard } from './progress-card.tsx'
import { QuestionForm } from './question-form.tsx'
import { SharedFiles } from './shared-files.tsx'
import classes from './shared-link.module.css'
import { SharedNotes } from './shared-notes.tsx'
import { Labels, SharedDue } from './task-row.tsx'
import { Text } from './text.tsx'

type Task = NonNullable<SharedPage['task']>

interface Props {
  page: SharedPage
  task: Task
  secret: string
}

/** A shared task with the parts that its owner has chosen. */
export function SharedTaskPage({ page, task, secret }: Props) {
  const { description, criteria, notes, files, question } = task
  return (
    <>
      <p className={classes.facts}>
        <StatusMark status={task.status} />
        {task.priority && <PriorityMark priority={task.priority} />}
        {task.due !== undefined && <SharedDue task={task} dateStyle={page.dateStyle} />}
        <Labels labels={task.labels ?? []} colours={page.colours} />
      </p>
      {question && <QuestionForm key={question.text} question={question} by={page.by} secret={secret} />}
      {description && (
        <section className={classes.card} aria-label="Description">
          <Text text={description} />
        </section>
      )}
      {criteria && criteria.length > 0 && <Criteria criteria={criteria} />}
      {page.parts.includes('parts') && page.tasks.length > 0 && <Parts page={page} />}
      {files && <SharedFiles files={files} secret={secret} />}
      {notes && <SharedNotes notes={notes} more={task.moreNotes ?? 0} />}
    </>
  )
}

const Criteria = ({ criteria }: { criteria: NonNullable<Task['criteria']> }) => (
  <section aria-labelledby="criteria">
    <h2 id="criteria" className={classes.groupHead}>
      Done when
    </h2>
    <ul className={classes.rows}>
      {criteria.map(({ text, isDone }) => (
        <li key={text} className={classes.row}>
          {statusIcon(isDone ? 'Completed' : 'Pending')}
          <span className={classes.title} dir="auto">
            {text}
            <span className="visually-hidden">{isDone ? ', done' : ', not done'}</span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const Parts = ({ page }: { page: SharedPage }) => (
  <section className={classes.list} aria-labelledby="parts">
    <h2 id="parts" className={classes.groupHead}>
      Parts
    </h2>
    <ProgressCard counts={page.counts} lastDue={null} dateStyle={page.dateStyle} />
    <ul className={classes.rows}>
      {page.tasks.map(({ title, status }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: readers learn no ids of tasks
        <li key={index} className={classes.row}>
          {statusIcon(status)}
          <span className={classes.title} dir="auto">
            {title}
            <span className="visually-hidden">, {status}</span>
          </span>
        </li>
      ))}
    </ul>
    {page.more > 0 && <p className={classes.nothing}>{page.more.toLocaleString('en')} more parts are not shown.</p>}
  </section>
)
