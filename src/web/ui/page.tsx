import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

/** Sets the title of the browser tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Taskdeck`
    return () => {
      document.title = 'Taskdeck'
    }
  }, [title])
}

interface Props {
  title: string
  /** A sentence below the title. */
  intro?: string
  /** Controls beside the introduction. */
  aside?: ReactNode
  children: ReactNode
}

/** A screen with a heading. */
export function Page({ title, intro, aside, children }: Props) {
  useTitle(title)
  return (
    <div className={classes.page}>
      <h1 className="h1 below-24">{title}</h1>
      {intro && (
        <div className={classes.intro}>
          <p className="muted">{intro}</p>
          {aside}
        </div>
      )}
      {children}
    </div>
  )
}
