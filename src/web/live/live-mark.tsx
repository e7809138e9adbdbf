import classes from './live-mark.module.css'
import { type LiveState, useLiveState } from './state.ts'

const words: Record<Exclude<LiveState, 'off'>, { label: string; title: string }> = {
  live: { label: 'Live', title: 'Changes on other devices appear here at once.' },
  connecting: {
    label: 'Connecting…',
    title: 'Changes on other devices appear here at once when Taskdeck is connected.',
  },
  reconnecting: {
    label: 'Reconnecting…',
    title: 'Changes on other devices appear here when Taskdeck is connected again.',
  },
  delayed: {
    label: 'Not live',
    title:
      'The server answers, but live events do not arrive. Changes on other devices appear when you return to this tab.',
  },
  away: {
    label: 'Reconnecting…',
    title: 'The server cannot be reached. Taskdeck keeps trying. Your text is not lost.',
  },
  offline: { label: 'Offline', title: 'This device has no network. The tasks may be out of date.' },
}

/** Shows whether changes on other devices arrive live. */
export function LiveMark() {
  const state = useLiveState()
  if (state === 'off') return null
  const { label, title } = words[state]
  return (
    <span className={classes.mark} data-state={state} role="status" aria-label="Connection" title={title}>
      {label}
    </span>
  )
}
