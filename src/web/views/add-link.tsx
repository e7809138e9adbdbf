import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { runCommand } from '../commands/use-commands.ts'
import { paths } from '../navigation/paths.ts'

/** Leads to the form for a new task. On a narrow screen, quick add opens in a sheet over the present place, at the same address. */
export function AddLink(props: Omit<LinkProps, 'to' | 'onClick'>) {
  const onClick = (event: MouseEvent) => {
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isNewTab || !window.matchMedia('(max-width: 991.98px)').matches) return
    event.preventDefault()
    // At once: a phone shows its keyboard only for a field that gets the focus by a tap.
    runCommand('quickAdd')
  }
  return <Link {...props} to={paths.addTask} onClick={onClick} />
}
