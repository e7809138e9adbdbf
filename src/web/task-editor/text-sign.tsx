import { CheckIcon } from '../ui/icons.tsx'
import classes from './task-editor.module.css'
import type { TextEdit } from './use-text.ts'

const words = {
  saving: 'Saving …',
  saved: 'Saved',
  waiting: 'Waiting for the server',
  conflict: 'Changed elsewhere too.',
  refused: 'Not saved',
} as const

/** Says quietly whether the typed text is saved. */
export function TextSign({ text: { sign, isStuck }, onChoose }: { text: TextEdit; onChoose: () => void }) {
  return (
    <span className={classes.sign} role="status" data-sign={isStuck ? 'refused' : sign}>
      {sign === 'saved' && !isStuck && <CheckIcon size={14} />}
      {isStuck ? 'Not saved yet' : sign && words[sign]}
      {sign === 'conflict' && !isStuck && (
        <button className="link" type="button" onClick={onChoose}>
          Choose
        </button>
      )}
    </span>
  )
}
