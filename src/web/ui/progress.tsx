import classes from './progress.module.css'

/** How much of something is done, from 0 to 1. */
export function Progress({ value, label, className = '' }: { value: number; label: string; className?: string }) {
  return <progress className={`${classes.progress} ${className}`} value={value} max={1} aria-label={label} />
}
