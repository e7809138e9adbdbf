import { startTransition, useEffectEvent, useLayoutEffect, useOptimistic, useRef } from 'react'
import { useLocation } from 'react-router'
import { taskLimits } from '../../contract/tasks.ts'
import { shortcutOf, withKeys } from '../commands/commands.ts'
import { earlyText } from '../commands/early-keys.ts'
import { useCommands } from '../commands/use-commands.ts'
import controls from '../ui/controls.module.css'
import { CloseIcon, SearchIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { isComposing } from '../ui/layers.ts'
import classes from './header-row.module.css'
import type { View } from './use-view.ts'

interface Props {
  view: View
  /** Called when the user leaves the field for the results. */
  onFound: () => void
}

/** Filters the tasks while the user types. */
export function SearchField({ view: { filter, setSearch }, onFound }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { state } = useLocation()
  // The field shows each letter at once, also while the tasks for the letters before are still being drawn.
  const [text, setText] = useOptimistic(filter.q)
  const search = (q: string) =>
    startTransition(() => {
      setText(q)
      setSearch(q)
    })
  const isWanted = Boolean((state as { search?: boolean } | null)?.search)
  useCommands({ search: () => field.current?.select() })
  const begin = useEffectEvent(() => {
    field.current?.focus()
    if (earlyText()) search(earlyText())
  })
  useLayoutEffect(() => {
    if (isWanted) begin()
  }, [isWanted])
  return (
    <div className={`${controls.frame} ${classes.search}`}>
      <SearchIcon size={16} />
      <input
        ref={field}
        className={controls.bare}
        type="search"
        aria-label="Search tasks"
        aria-description="Words, a number such as #12, or conditions such as is:open, is:later, is:waiting, part:#12, related:#12, starts:2026-12-01.., no:date, label:auth and -word"
        placeholder="Search"
        title={withKeys('search')}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={taskLimits.query}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault()
            onFound()
          }
          if (event.key !== 'Escape') return
          if (text) search('')
          else field.current?.blur()
        }}
      />
      {text ? (
        <button
          type="button"
          className={`${controls.icon} ${classes.erase}`}
          aria-label="Clear the search"
          onClick={() => {
            search('')
            field.current?.focus()
          }}
        >
          <CloseIcon size={14} />
        </button>
      ) : (
        <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('search')}</kbd>
      )}
    </div>
  )
}
