import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { taskLimits } from '../../../contract/tasks.ts'
import { withKeys } from '../../commands/commands.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { isComposing } from '../../ui/layers.ts'
import classes from './dashboard.module.css'
import type { View } from './view.ts'

interface Props {
  view: View
  /** Called when the user leaves the field for the results. */
  onFound: (q: string) => void
}

export function Search({ view, onFound }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { state } = useLocation()
  const focus = () => field.current?.focus()
  useCommands({ search: focus })
  const wanted = Boolean((state as { search?: boolean } | null)?.search)
  const { q } = view.filter
  // The field shows the text at once; the address and the list follow after a short delay.
  const [typed, setTyped] = useState(q)
  const { state: navigation } = useNavigation()
  const send = useDebouncedCallback((text: string) => {
    // A change of the address would cancel the opening of a task whose code still loads.
    if (navigation === 'idle' && text !== q) view.set({ q: text })
  }, 120)
  const type = (text: string) => {
    setTyped(text)
    send(text)
  }
  const last = useRef(q)
  useEffect(() => {
    // The back button or a link has changed the search.
    if (q !== last.current)
      setTyped((text) => (text.startsWith(q) && document.activeElement === field.current ? text : q))
    last.current = q
  }, [q])
  useEffect(() => {
    if (wanted) field.current?.focus()
  }, [wanted])
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      aria-label="Search tasks"
      placeholder="Search  /"
      title={withKeys('search')}
      maxLength={taskLimits.query}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter' || event.key === 'ArrowDown') {
          event.preventDefault()
          view.set({ q: typed })
          onFound(typed)
        }
        if (event.key !== 'Escape') return
        if (typed) type('')
        else field.current?.blur()
      }}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
    />
  )
}
