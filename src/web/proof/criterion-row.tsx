import { useRef, useState } from 'react'
import type { Criterion } from '../../contract/done-when.ts'
import { criterionState, isCriterionMet, type ProofState } from '../../contract/receipts.ts'
import type { ListedReceipt } from '../../contract/schemas/receipts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { howShown, receiptOfState } from '../../contract/words/how-shown.ts'
import { stateWords } from '../../contract/words/receipt-words.ts'
import links from '../links/links.module.css'
import { useNow } from '../tasks/today.ts'
import { alertDone, alertFailed } from '../ui/alerts.tsx'
import controls from '../ui/controls.module.css'
import { copyText } from '../ui/copy-text.ts'
import type { Drag } from '../ui/drag/drag-options.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { CopyIcon, GripIcon } from '../ui/more-icons.tsx'
import { CriterionForm } from './criterion-form.tsx'
import classes from './proof.module.css'
import type { CriteriaActions } from './use-criteria.ts'

interface Props {
  criterion: Criterion
  /** The newest receipts of the criteria of its task. */
  proof: Task['proof']
  /** The receipts of the task, on a narrow screen, where the row says how and when it was shown. */
  receipts: readonly ListedReceipt[] | undefined
  actions: CriteriaActions
  /** For the grip. Without it, the criterion cannot be changed. */
  handle: Drag<unknown>['handle'] | undefined
  isDragging: boolean
}

const tones: Partial<Record<ProofState, string>> = {
  checked: 'done',
  passed: 'done',
  failed: 'critical',
  stale: 'progress',
}

/** A criterion with its tick, its command and its state. A click on the sentence edits both. */
export function CriterionRow({ criterion, proof, receipts, actions, handle, isDragging }: Props) {
  const { id, text, command, isMet } = criterion
  const state = criterionState(criterion, proof)
  const isShown = isCriterionMet(criterion, proof)
  const [isEditing, setEditing] = useState(false)
  const sentence = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    // When the sentence is there again.
    queueMicrotask(() => sentence.current?.focus({ preventScroll: true }))
  }
  if (isEditing)
    return (
      <li className={links.adding}>
        <CriterionForm
          criterion={criterion}
          onSave={(values) => actions.change(id, values, `Changed the criterion “${values.text}”`)}
          onRemove={() => actions.remove(criterion)}
          onClose={close}
        />
      </li>
    )
  return (
    <li
      className={classes.row}
      data-drop-item={id}
      data-done={isShown || undefined}
      data-dragging={isDragging || undefined}
    >
      {handle && (
        <button
          type="button"
          {...handle}
          className={`${controls.icon} ${classes.grip}`}
          aria-label={`Move “${text}”`}
          title="Drag to move. With the keyboard: Space, arrow keys, Space"
          data-grip
        >
          <GripIcon size={14} />
        </button>
      )}
      <label className={classes.tick}>
        <input
          type="checkbox"
          className={controls.checkbox}
          aria-label={text}
          checked={isShown}
          title={isShown && !isMet ? 'Proved by its newest receipt. Tick it if you have checked it, too' : undefined}
          disabled={!handle}
          onChange={() => actions.change(id, { isMet: !isMet }, `${isMet ? 'Unticked' : 'Ticked'} “${text}”`)}
        />
      </label>
      <button
        ref={sentence}
        type="button"
        className={`${controls.button} ${classes.sentence}`}
        dir="auto"
        disabled={!handle}
        title="Edit"
        onClick={() => setEditing(true)}
      >
        {text}
      </button>
      {receipts ? (
        <Shown criterion={criterion} state={state} proof={proof} receipts={receipts} />
      ) : (
        <>
          {command ? <Command command={command} /> : isMet && <span className={classes.byHand}>by hand</span>}
          <span className={classes.state}>
            <span className={classes.chip} data-tone={tones[state]}>
              {stateWords(state, proof?.[id]?.kind)}
            </span>
          </span>
        </>
      )}
      {handle && (
        <button
          type="button"
          className={`${controls.icon} ${links.remove} ${classes.last}`}
          aria-label={`Remove “${text}”`}
          title="Remove"
          onClick={() => actions.remove(criterion)}
        >
          <CloseIcon size={14} />
        </button>
      )}
    </li>
  )
}

interface ShownProps extends Pick<Props, 'criterion' | 'proof'> {
  state: ProofState
  receipts: readonly ListedReceipt[]
}

/** How and when a criterion was shown, below its sentence, and the command that shows it. */
function Shown({ criterion: { id, command }, state, proof, receipts }: ShownProps) {
  // Its age is updated every minute.
  const now = useNow()
  const receipt = receiptOfState(receipts, id, state)
  const words = howShown({ state, proof: proof?.[id], receipt }, Date.parse(now))
  return (
    <span className={classes.shown}>
      <span data-tone={tones[state]}>{words.join(' · ')}</span>
      {command && <Command command={command} />}
    </span>
  )
}

/** The end of a command says as much as its beginning, so it is cut in the middle. */
const endLength = 12

function Command({ command }: { command: string }) {
  const copy = async () => {
    if (await copyText(command)) alertDone('Copied the command')
    else alertFailed(`This browser does not allow copying. The command: ${command}`)
  }
  return (
    <span className={classes.command}>
      <code className={classes.code} title={command}>
        <span className={controls.ellipsis}>{command.slice(0, -endLength)}</span>
        <span>{command.slice(-endLength)}</span>
      </code>
      <button
        type="button"
        className={`${controls.icon} ${controls.reachable} ${links.remove}`}
        aria-label={`Copy ${command}`}
        title="Copy the command"
        onClick={copy}
      >
        <CopyIcon size={14} />
      </button>
    </span>
  )
}
