import { type FocusEvent, lazy, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { orderedText } from '../../contract/task-lists/condition-text.ts'
import { isFiltered } from '../../contract/task-lists/filter.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { shortcutOf, withKeys } from '../commands/commands.ts'
import { earlyText } from '../commands/early-keys.ts'
import { useCommands } from '../commands/use-commands.ts'
import controls from '../ui/controls.module.css'
import { CloseIcon, SearchIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { isComposing } from '../ui/layers.ts'
import type { ListState } from './field-suggestions.tsx'
import classes from './search-field.module.css'
import { type Token, useSearchText } from './use-search-text.ts'
import type { Shown, View } from './use-view.ts'

const loadSuggestions = () => import('./field-suggestions.tsx')
const FieldSuggestions = lazy(loadSuggestions)
const SearchTokens = lazy(() => import('./search-tokens.tsx'))

interface Props {
  view: View
  shown: Shown
  /** Called when the user leaves the field for the results. */
  onFound: () => void
  /** Whether the key of the filter opens its list; on a narrow screen it opens a sheet. */
  hasFilterKey: boolean
}

/** Words, conditions and filters in one field, which filters the tasks while the user types. */
export function SearchField({ view, shown, onFound, hasFilterKey }: Props) {
  const { user } = useSignedIn()
  const frame = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { state } = useLocation()
  const search = useSearchText(view, (label) => shown.all.some((task) => task.labels.includes(label)))
  const { text, tokens } = search
  const [mode, setMode] = useState<'closed' | 'typing' | 'asked'>('closed')
  const [list, setList] = useState<ListState>()
  /** The search when the field got the focus. */
  const before = useRef('')
  const { filter } = view

  const ask = () => {
    field.current?.focus()
    setMode('asked')
  }
  useCommands({ search: () => field.current?.select(), ...(hasFilterKey ? { filter: ask } : {}) })
  const isWanted = Boolean((state as { search?: boolean } | null)?.search)
  const begin = useEffectEvent(() => {
    field.current?.focus()
    if (earlyText()) search.type(earlyText())
  })
  useLayoutEffect(() => {
    if (isWanted) begin()
  }, [isWanted])

  /** Makes tokens of the conditions, and remembers a search that is another one than before. */
  const finish = () => {
    search.type(text, true)
    setMode('closed')
    const now = orderedText(filter)
    // A search that could not be kept is only missing in the list.
    if (now && now !== before.current)
      void loadSuggestions().then(
        ({ recordSearch }) => recordSearch(user._id, now),
        () => {},
      )
    before.current = now
  }
  const edit = (token: Token) => {
    search.edit(token)
    ask()
  }
  const focusLastToken = () =>
    [...(frame.current?.querySelectorAll<HTMLElement>('[data-condition]') ?? [])].at(-1)?.focus()

  const leaving = {
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) finish()
    },
  }
  return (
    <>
      <div ref={frame} data-search-field className={`${controls.frame} ${classes.search}`} {...leaving}>
        <SearchIcon size={16} />
        <div className={classes.line}>
          {tokens.length > 0 && (
            <Suspense>
              <SearchTokens search={search} field={field} onEdit={edit} />
            </Suspense>
          )}
          <input
            ref={field}
            className={`${controls.bare} ${classes.input}`}
            type="search"
            role="combobox"
            aria-label="Search tasks"
            aria-description="Words, a number such as #12, or conditions such as is:open, label:auth, due:today, no:date and -word. Left arrow goes to the conditions."
            aria-autocomplete="list"
            aria-expanded={list !== undefined}
            aria-controls={list?.listId}
            aria-activedescendant={list?.activeId}
            placeholder={tokens.length ? '' : hasFilterKey ? 'Search or add a condition' : 'Search'}
            title={withKeys('search')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="auto"
            maxLength={taskLimits.query}
            value={text}
            onFocus={() => {
              before.current = orderedText(filter)
              // The list is ready when the first letter is typed.
              void loadSuggestions().catch(() => {})
            }}
            onPointerUp={() => setMode('asked')}
            onChange={({ currentTarget }) => {
              search.type(currentTarget.value)
              if (mode === 'closed') setMode('typing')
            }}
            onKeyDown={(event) => {
              const { key, currentTarget, nativeEvent } = event
              if (isComposing(nativeEvent)) return
              const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
              const last = tokens.at(-1)
              // The list that the user asked for may still be loading.
              if (key === 'Enter' || (key === 'ArrowDown' && mode !== 'asked')) {
                event.preventDefault()
                finish()
                onFound()
              } else if (key === 'Backspace' && isAtStart && last && !event.repeat) search.remove(last)
              else if (key === 'ArrowLeft' && isAtStart && last) {
                event.preventDefault()
                focusLastToken()
              }
              if (key !== 'Escape') return
              if (search.isEditing) search.stopEditing()
              else if (text) search.clearText()
              else field.current?.blur()
            }}
          />
        </div>
        <span className={classes.count} role="status">
          {shown.isReady && isFiltered(filter) && (
            <>
              {shown.tasks.length.toLocaleString('en')} of {shown.all.length.toLocaleString('en')}
              <span className="visually-hidden"> tasks</span>
            </>
          )}
        </span>
        {text || tokens.length ? (
          <button
            type="button"
            className={`${controls.icon} ${classes.clear}`}
            aria-label="Clear the search"
            title="Clear the search"
            onClick={() => {
              search.clear()
              field.current?.focus()
            }}
          >
            <CloseIcon size={14} />
          </button>
        ) : (
          <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('search')}</kbd>
        )}
      </div>
      {mode !== 'closed' && (
        <Suspense>
          <FieldSuggestions
            anchor={frame.current}
            search={search}
            view={view}
            shown={shown}
            isAsked={mode === 'asked'}
            onView={(address) => {
              setMode('closed')
              void navigate(address)
            }}
            onState={setList}
            onClose={() => setMode('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
