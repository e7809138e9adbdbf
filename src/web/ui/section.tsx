import type { ReactNode } from 'react'
import classes from './section.module.css'

/** A section of a settings screen: its description on the left, its controls on the right. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2 className="h4">{title}</h2>
        {text && <p className="muted above-4">{text}</p>}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
