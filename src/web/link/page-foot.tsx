import type { SharedPage } from '../../contract/schemas/shares.ts'
import type { SharePart } from '../../contract/shares.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './shared-link.module.css'

const partWords: Record<SharePart, string> = {
  dates: 'dates',
  priority: 'priorities',
  labels: 'labels',
  parents: 'parents',
  description: 'descriptions',
  criteria: 'criteria',
  parts: 'parts',
  notes: 'notes',
  files: 'files',
}
/** Readers may ask for these. */
const named: SharePart[] = ['description', 'notes', 'files']

const listed = (words: string[]) => {
  const all = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
  return all.charAt(0).toUpperCase() + all.slice(1)
}

/** The parts that are shown, and the important ones that are not, in one line. */
export function shownInWords({ parts }: Pick<SharedPage, 'parts'>): string {
  const shown = listed(['titles', 'status', ...parts.map((part) => partWords[part])])
  const hidden = named.filter((part) => !parts.includes(part)).map((part) => partWords[part])
  return `${shown} are shown.${hidden.length ? ` ${listed(hidden)} are not.` : ''}`
}

export const PageFoot = ({ page }: { page: SharedPage }) => (
  <footer className={classes.foot}>
    <div>
      <span className={classes.from}>
        <Logo size={18} /> Shared from Taskdeck, read only
      </span>
      <span className="muted">{shownInWords(page)}</span>
    </div>
  </footer>
)
