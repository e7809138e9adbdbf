import { pageName } from '../../contract/source-page.ts'
import type { DeckTask } from '../deck/change.ts'
import { LinkIcon } from '../ui/more-icons.tsx'
import classes from './source-link.module.css'

/** A link to the issue that a task was made from. Nothing if there is none. */
export function SourceLink({ task: { source } }: { task: Pick<DeckTask, 'source'> }) {
  if (!source) return null
  return (
    <p className={classes.line}>
      <LinkIcon size={14} />
      <span>
        From{' '}
        <a href={source} target="_blank" rel="noreferrer" title={source}>
          {pageName(source)}
        </a>
      </span>
      <span className="muted">{source.split('/')[2]}</span>
    </p>
  )
}
