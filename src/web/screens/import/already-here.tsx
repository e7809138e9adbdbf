import { type ReactNode, useState } from 'react'
import { choose, chooseOnConflicts } from '../../imports/choose-import.ts'
import { compare } from '../../imports/compare-import.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { Progress } from '../../ui/progress.tsx'
import { ChoiceSegments } from './choice-segments.tsx'
import classes from './side-card.module.css'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

/** The tasks of the file that are here already, with the choices for them. */
export function AlreadyHere({ file }: { file: ShownFile }) {
  const { id, check, choices, conflicts, plan } = file
  if (check.state === 'running') return <Comparing part={check.part} />
  if (check.state === 'failed')
    return (
      <section className={`boxed ${classes.card}`} data-tone="warning" aria-label="Already here">
        <h2>Not compared with your tasks yet</h2>
        <p role="alert">
          {check.message}{' '}
          <button type="button" className="link" onClick={() => void compare(id)}>
            Try again
          </button>
        </p>
      </section>
    )
  const { here } = check
  const known = here.changed.length + here.same.length
  return (
    <>
      {known > 0 && (
        <Card title={counted(known, 'was imported before', 'were imported before')}>
          <p className="muted">
            {here.changed.length
              ? `${counted(here.changed.length, 'has', 'have')} changed there since.`
              : 'Nothing has changed there since.'}
          </p>
          <ChoiceSegments
            label="Tasks that were imported before"
            isLabelHidden
            value={choices.here}
            choices={{ update: 'Update', skip: 'Skip', import: 'Import anyway' }}
            onChoose={(chosen) => void choose(id, { here: chosen })}
          />
        </Card>
      )}
      {here.conflicts.length > 0 && choices.here === 'update' && (
        <Card
          title={counted(here.conflicts.length, 'was changed here as well', 'were changed here as well')}
          found={plan?.conflicts}
        >
          <ChoiceSegments
            label="Fields that were changed both here and in the file"
            isLabelHidden
            value={conflicts}
            choices={{ keep: 'Keep mine', replace: 'Take the file’s' }}
            onChoose={(chosen) => chooseOnConflicts(id, chosen)}
          />
        </Card>
      )}
      {here.alike.length > 0 && (
        <Card
          title={counted(here.alike.length, 'looks like a task you have', 'look like tasks you have')}
          about="Same title and date."
          found={plan?.alike}
        >
          <ChoiceSegments
            label="Tasks that look like one of yours"
            isLabelHidden
            value={choices.alike}
            choices={{ skip: 'Skip', import: 'Import anyway' }}
            onChoose={(chosen) => void choose(id, { alike: chosen })}
          />
        </Card>
      )}
      {here.trashed.length > 0 && (
        <Card title={counted(here.trashed.length, 'is in the trash', 'are in the trash')}>
          <ChoiceSegments
            label="Tasks in the trash"
            isLabelHidden
            value={choices.restore ? 'back' : 'leave'}
            choices={{ leave: 'Leave there', back: 'Bring back' }}
            onChoose={(chosen) => void choose(id, { restore: chosen === 'back' })}
          />
        </Card>
      )}
      {here.gone.length > 0 && choices.here !== 'import' && (
        <Card title={counted(here.gone.length, 'was deleted for good', 'were deleted for good')}>
          <p className="muted">Left out: what was deleted here stays deleted.</p>
        </Card>
      )}
    </>
  )
}

function Comparing({ part }: { part: number }) {
  return (
    <section className={`boxed ${classes.card}`} aria-label="Already here" aria-busy>
      <p className="muted" role="status">
        Comparing with your tasks …
      </p>
      {part > 0 && <Progress value={part} label="Compared" />}
    </section>
  )
}

interface CardProps {
  title: string
  about?: string
  /** The first titles. */
  found?: string[] | undefined
  children: ReactNode
}

function Card({ title, about, found, children }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`boxed ${classes.card}`} aria-label={title}>
      <div className={classes.about}>
        <h2>{title}</h2>
        {(about || found) && (
          <p className="muted">
            {about}{' '}
            {found && (
              <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Hide them' : 'Show them'}
              </button>
            )}
          </p>
        )}
      </div>
      {isOpen && found && (
        <ul className={classes.found}>
          {found.map((title) => (
            <li key={title} dir="auto">
              {title}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}
