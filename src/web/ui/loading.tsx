import classes from './loading.module.css'

/** Shown while a whole screen loads. */
export function Loading() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <span />
      <span />
      <span />
    </div>
  )
}
