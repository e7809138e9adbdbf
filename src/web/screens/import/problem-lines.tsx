import { useState } from 'react'
import type { Remark } from '../../../contract/import-formats/remarks.ts'
import { chooseOnProblems } from '../../imports/choose-import.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { ChoiceSegments } from './choice-segments.tsx'
import { problemsOf } from './problems-of.ts'
import classes from './side-card.module.css'

const shownAtFirst = 5

export const placeInWords = ({ line, file }: Remark) =>
  [file, line ? `Line ${line}` : ''].filter(Boolean).join(', ') || 'The file'

/** The lines that cannot be imported, and whether the rest is. */
export function ProblemLines({ file }: { file: ShownFile }) {
  const [isOpen, setOpen] = useState(false)
  const { count, listed } = problemsOf(file)
  if (!count) return null
  const shown = isOpen ? listed : listed.slice(0, shownAtFirst)
  return (
    <section className={`boxed ${classes.card}`} data-tone="warning" aria-label="Lines with problems">
      <h2>{count === 1 ? '1 line has a problem' : `${count.toLocaleString('en')} lines have problems`}</h2>
      <ul className={classes.problems} tabIndex={isOpen ? 0 : undefined}>
        {shown.map((problem) => (
          <li key={`${problem.file} ${problem.line} ${problem.message}`}>
            <span className="medium">{placeInWords(problem)}:</span> {problem.message}
          </li>
        ))}
      </ul>
      {listed.length > shown.length && (
        <button type="button" className="link at-start" onClick={() => setOpen(true)}>
          Show {listed.length < count ? `the first ${listed.length}` : 'all of them'}
        </button>
      )}
      <ChoiceSegments
        label="What happens with these lines"
        isLabelHidden
        value={file.problems}
        choices={{ skip: 'Go on without them', refuse: 'All or nothing' }}
        onChoose={(problems) => chooseOnProblems(file.id, problems)}
      />
      {file.problems === 'refuse' && (
        <p className="muted">Nothing is imported while lines have problems. Correct the file, and choose it again.</p>
      )}
    </section>
  )
}
