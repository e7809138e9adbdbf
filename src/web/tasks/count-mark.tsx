import type { ReactNode } from 'react'
import classes from './marks.module.css'

interface Props {
  icon: ReactNode
  done: number
  all: number
  /** The whole fact, for screen readers and as a tooltip. */
  words: string
  'data-mark'?: string
  'data-links'?: true
  /** A mark with a colour is a chip. */
  'data-tone'?: 'done' | 'progress' | 'none'
}

/** How much of something is done: `2/5`. */
export function CountMark({ icon, done, all, words, ...data }: Props) {
  return (
    <span className={classes.fact} title={words} data-done={done === all || undefined} {...data}>
      {icon}
      <span className="mono" aria-hidden="true">
        {done}/{all}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
