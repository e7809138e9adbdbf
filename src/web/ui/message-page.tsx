import type { ReactNode } from 'react'
import classes from './message-page.module.css'

interface Props {
  title: string
  text: string
  /** 2 for a part of a screen that has a heading itself. */
  order?: 1 | 2 | undefined
  children: ReactNode
}

/** A single message and the next step, in place of a screen or a part of it. */
export function MessagePage({ title, text, order = 1, children }: Props) {
  const Heading = `h${order}` as const
  return (
    <div className={`stack centred ${classes.page}`}>
      <Heading className={Heading}>{title}</Heading>
      <p className={`muted large ${classes.text}`}>{text}</p>
      {children}
    </div>
  )
}
