import type { ReactNode } from 'react'
import classes from './section.module.css'

interface Props {
  title: string
  text?: string
  /** An action for all of it, below the description. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a settings screen: its description on the left, its controls on the right. */
export function Section({ title, text, action, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2 className="h4">{title}</h2>
        {text && <p className="muted above-4">{text}</p>}
        {action && <div className="above-16">{action}</div>}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
