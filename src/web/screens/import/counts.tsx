import classes from './counts.module.css'

type Counted = readonly [count: number, words: string]

/** A row of counts: those that are always shown, and those that are not 0. */
export function Counts({ always, ifAny }: { always: readonly Counted[]; ifAny: readonly Counted[] }) {
  return (
    <dl className={classes.counts} aria-label="Counts">
      {[...always, ...ifAny.filter(([count]) => count > 0)].map(([count, words]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd className="mono">{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
