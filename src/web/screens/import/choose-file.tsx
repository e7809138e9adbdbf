import { useState } from 'react'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { chooseFile } from '../../imports/choose-import.ts'
import type { ImportState } from '../../imports/import-state.ts'
import { Button } from '../../ui/button.tsx'
import { createUserCell } from '../../ui/client-state.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { WarningIcon } from '../../ui/more-icons.tsx'
import { TextareaField } from '../../ui/textarea-field.tsx'
import { useMediaQuery } from '../../ui/use-window.ts'
import classes from './choose-file.module.css'
import { exportPlaces } from './export-places.ts'

const accept =
  '.csv,.tsv,.json,.jsonl,.txt,.md,.markdown,.ics,.zip,text/csv,text/plain,text/markdown,text/calendar,application/json,application/zip'

/** A text that was pasted and not read yet. It stays while the user looks elsewhere. */
const pasted = createUserCell('')

/** The first step: a file, or a text. */
export function ChooseFile({ state }: { state: Extract<ImportState, { step: 'choose' | 'opening' }> }) {
  const { user } = useSignedIn()
  const text = pasted.use()
  const [isMissing, setMissing] = useState(false)
  const isWide = useMediaQuery('(min-width: 768px)')
  const isOpening = state.step === 'opening'
  const problem = state.step === 'choose' ? state.problem : undefined
  const readText = () => {
    setMissing(!text.trim())
    if (text.trim()) void chooseFile(new Blob([text]), '', user._id)
  }
  const onChoose = ([file]: File[]) => {
    if (file) void chooseFile(file, file.name, user._id)
  }
  return (
    <div className={classes.columns}>
      <div className={classes.ways}>
        {problem && (
          <div className={classes.problem} role="alert">
            <WarningIcon size={16} />
            <p>
              <b dir="auto">{problem.name || 'The text'}</b> cannot be read: {problem.message}
            </p>
          </div>
        )}
        <section className={classes.drop} aria-label="File">
          <p className="strong large about-keys">Drop a file here</p>
          <FileButton label="File to import" accept={accept} isBusy={isOpening} onChoose={onChoose}>
            Choose a file
          </FileButton>
          <p className="muted">
            An export of Todoist, Trello, GitHub, GitLab, Jira, Linear, Taskwarrior, Vikunja, Super Productivity or
            Kanboard, a calendar with tasks, todo.txt, Markdown, any CSV, or a download of Taskdeck.
          </p>
          {state.step === 'opening' && (
            <p className="muted" role="status">
              Reading {state.file.name || 'the text'} …
            </p>
          )}
        </section>
        <TextareaField
          label="Or paste a text"
          hint="A list in Markdown, todo.txt, a table, or JSON."
          value={text}
          minRows={4}
          maxRows={14}
          spellCheck={false}
          error={isMissing && !text.trim() && 'Paste a text first.'}
          onChange={({ target }) => pasted.set(target.value)}
        />
        <Button className="at-start" variant="default" disabled={isOpening} onClick={readText}>
          Read the text
        </Button>
      </div>
      <details className={classes.places} open={isWide}>
        <summary>Where to get the file</summary>
        <dl>
          {exportPlaces.map(([program, place]) => (
            <div key={program}>
              <dt>{program}</dt>
              <dd>{place}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
