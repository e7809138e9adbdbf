import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

let name = ''
let waiting = 0

function showTitle() {
  document.title = `${waiting ? `(${waiting}) ` : ''}${name ? `${name} · ` : ''}Taskdeck`
}

/** Sets the title of the browser tab. */
export function useTitle(title: string) {
  useEffect(() => {
    name = title
    showTitle()
    return () => {
      name = ''
      showTitle()
    }
  }, [title])
}

/** Shows in the title of the tab and on the icon of the installed app how much waits for the user. */
export function setWaitingCount(count: number) {
  waiting = count
  showTitle()
  // Not every browser has badges, and some refuse them to apps that are not installed.
  navigator.setAppBadge?.(count).catch(() => {})
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
