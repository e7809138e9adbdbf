import { useState } from 'react'
import { cleanLabel } from '../../../contract/tasks.ts'
import { reloadDeck, useDeck } from '../../deck/current-deck.ts'
import { LabelTag } from '../../tasks/label-tag.tsx'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EditLabel } from './edit-label.tsx'
import classes from './settings.module.css'

/** More labels than this can be searched. */
const maxPlainList = 10

/** The labels of all tasks, to be renamed, merged, coloured and deleted. */
export function LabelsSection() {
  const { tasks, isReady, error } = useDeck()
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<string>()
  const counts = new Map<string, number>()
  for (const label of tasks.flatMap(({ labels }) => labels)) counts.set(label, (counts.get(label) ?? 0) + 1)
  const labels = [...counts.keys()].sort((a, b) => a.localeCompare(b))
  const found = labels.filter((label) => label.includes(cleanLabel(text.trim().replace(/^#/, ''))))
  return (
    <Section
      title="Labels"
      text="Rename, merge, colour or delete a label everywhere. Tasks in the trash keep the labels that they have."
    >
      {labels.length > maxPlainList && (
        <TextField
          aria-label="Find a label"
          placeholder="Find a label"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {!isReady && !error && <Skeleton height={56} />}
      {!isReady && Boolean(error) && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The labels could not be loaded.')}</p>
          <Button variant="default" onClick={reloadDeck}>
            Try again
          </Button>
        </div>
      )}
      {isReady && labels.length === 0 && (
        <p className="muted">You have no labels yet. Type #label in quick add, or add one on the page of a task.</p>
      )}
      {labels.length > 0 && found.length === 0 && <p className="muted">No label contains “{text.trim()}”.</p>}
      {found.length > 0 && (
        <Rows label="Labels">
          {found.map((label) => (
            <li key={label} className={classes.label}>
              <div className={classes.grow}>
                <LabelTag label={label} />
              </div>
              <p className={`muted mono ${classes.count}`}>{counted(counts.get(label) ?? 0)}</p>
              <Button
                className={classes.action}
                variant="subtle"
                size="small"
                onClick={() => setEdited(label)}
                aria-label={`Edit #${label}`}
              >
                Edit
              </Button>
            </li>
          ))}
        </Rows>
      )}
      {edited !== undefined && <EditLabel label={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`
