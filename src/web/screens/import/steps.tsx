import { CheckIcon } from '../../ui/icons.tsx'
import classes from './steps.module.css'

const names = ['Choose a file', 'Check', 'Done']

/** The three steps. The current one is marked, those before it are ticked. */
export function Steps({ current }: { current: number }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {names.map((name, index) => {
        const isDone = index + 1 < current || (index + 1 === current && current === names.length)
        return (
          <li key={name} data-done={isDone || undefined} aria-current={index + 1 === current ? 'step' : undefined}>
            {isDone && <CheckIcon size={14} />}
            {name}
          </li>
        )
      })}
    </ol>
  )
}
