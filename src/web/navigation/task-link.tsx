import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { taskPath } from './paths.ts'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  id: string
}

/** A link to the page of a task. The router's own link is rendered again with every address, which is slow in a list of many tasks. */
export function TaskLink({ id, onClick, ...rest }: Props) {
  const navigate = useNavigate()
  const path = taskPath(id)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    void navigate(path)
  }
  return <a {...rest} href={`#${path}`} onClick={open} />
}

/** Whether the browser opens the link in another tab or window, or saves it. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
