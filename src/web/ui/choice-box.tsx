import classes from './choice-box.module.css'
import { CheckIcon } from './icons.tsx'

/** The box of an option that can be chosen together with others. The attributes of the option say its state to screen readers. */
export function ChoiceBox({ state }: { state: boolean | 'mixed' }) {
  return (
    <span className={classes.box} data-state={state} aria-hidden="true">
      {state === true && <CheckIcon size={12} />}
    </span>
  )
}
