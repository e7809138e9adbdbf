import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import type { SavedView } from '../../contract/schemas/views.ts'
import type { FilterKey } from '../../contract/task-lists/filter-keys.ts'
import { filterKeyOf } from '../../contract/task-lists/parse-search.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { commands, shortcutOf } from '../commands/commands.ts'
import { useSavedViews } from '../saved-views/queries.ts'
import { readingTime, useToday } from '../tasks/today.ts'
import { useWordReader } from '../tasks/word-reader.ts'
import controls from '../ui/controls.module.css'
import {
  BlockedIcon,
  BookmarkIcon,
  CalendarIcon,
  CheckIcon,
  ClipIcon,
  PartsIcon,
  TagIcon,
  UserIcon,
} from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { FilterIcon, FlagIcon, RecentIcon } from '../ui/more-icons.tsx'
import { Popup } from '../ui/popup.tsx'
import type { Suggestion } from './condition-values.ts'
import classes from './field-suggestions.module.css'
import { useOpenedView } from './opened-view.ts'
import { recentSearches } from './recent-searches.ts'
import { orderedViews } from './saved-views.ts'
import { suggestConditions } from './suggest-conditions.ts'
import { useCounts } from './use-counts.ts'
import type { SearchText } from './use-search-text.ts'
import type { Shown, View } from './use-view.ts'

export { recordSearch } from './recent-searches.ts'

/** The state of the list, which the field tells to assistive technologies. */
export interface ListState {
  listId: string
  activeId: string | undefined
}

interface Props {
  anchor: Element | null
  search: SearchText
  view: View
  shown: Shown
  /** Whether the user asked for the list. Otherwise it is open only while something fits the typed word. */
  isAsked: boolean
  onView: (address: string) => void
  onState: (state: ListState | undefined) => void
  onClose: () => void
}

const icons: Partial<Record<FilterKey | 'is' | 'has' | 'no', ReactNode>> = {
  is: <CheckIcon size={16} />,
  status: <CheckIcon size={16} />,
  priority: <FlagIcon size={16} />,
  due: <CalendarIcon size={16} />,
  start: <CalendarIcon size={16} />,
  label: <TagIcon size={16} />,
  has: <ClipIcon size={16} />,
  no: <ClipIcon size={16} />,
  claimed: <UserIcon size={16} />,
  part: <PartsIcon size={16} />,
  after: <BlockedIcon size={16} />,
}

function iconOf({ kind, text }: Suggestion): ReactNode {
  if (kind === 'recent') return <RecentIcon size={16} />
  if (kind === 'view') return <BookmarkIcon size={16} />
  if (text.startsWith('-')) return <BlockedIcon size={16} />
  const key = text.split(':')[0] ?? ''
  return icons[(filterKeyOf(key) ?? key) as keyof typeof icons] ?? <FilterIcon size={16} />
}

/** A saved view as a suggestion, with the keys that open it. */
const viewOption = ({ id, address, name }: SavedView, index: number, counts: ReadonlyMap<string, number>) => {
  const keys = commands.goView.keys[index]?.toUpperCase().split(' ')
  return { id, kind: 'view' as const, text: address, meaning: name, count: counts.get(id), ...(keys ? { keys } : {}) }
}

/** Conditions, their values, recent searches and saved views for what is being typed. */
export default function FieldSuggestions(props: Props) {
  const { anchor, search, view, shown, isAsked, onView, onState, onClose } = props
  const { user, preferences } = useSignedIn()
  const { weekStart, dateStyle } = preferences
  const today = useToday()
  const reader = useWordReader()
  const saved = useSavedViews()
  const listId = useId()
  const word = /\S*$/.exec(search.text)?.[0] ?? ''
  const { filter } = view
  const opened = useOpenedView()
  const counts = useCounts(saved, shown.all)
  const openedId = opened?.saved.id
  const { sections, problem, fitting, hasFitting } = useMemo(
    () =>
      suggestConditions({
        ...{ word, filter, all: shown.all, shown: shown.tasks, calendar: { today, weekStart }, dateStyle },
        recent: recentSearches(user._id),
        views: orderedViews(saved)
          .map((one, index) => viewOption(one, index, counts))
          .filter(({ id }) => id !== openedId),
        dayIn: (text) => reader?.typedDay(text.replaceAll('-', ' '), { dateStyle, now: readingTime() }),
      }),
    [word, filter, shown.all, shown.tasks, today, weekStart, dateStyle, user._id, saved, counts, openedId, reader],
  )
  const options = useMemo(() => sections.flatMap((section) => section.options), [sections])
  const isOpen = isAsked || (Boolean(word) && (hasFitting || problem !== undefined))

  const [chosen, setChosen] = useState({ word, index: -1 })
  const active = chosen.word === word ? chosen.index : -1
  const setActive = (index: number) => setChosen({ word, index })
  /** The option that Tab adds. */
  const marked = active >= 0 ? active : fitting ? 0 : -1
  /** Enter adds the first option only if the user asked for the list, or the typed condition has no meaning yet. */
  const isMeant = active >= 0 || (word !== '' && (isAsked || /^-?[a-z-]+:$/i.test(word)))

  const choose = (option: Suggestion) => {
    const { kind, text } = option
    // Another condition than the typed one is added to a word, and replaces a condition that is not finished.
    const isOther = word !== '' && !word.includes(':') && options.indexOf(option) >= fitting
    const rest = isOther ? `${search.text} ` : search.text.replace(/\S*$/, '')
    if (kind === 'view') return onView(text)
    if (kind === 'recent') search.use(text)
    else if (kind === 'key') search.type(`${rest}${text}`)
    else search.type(`${rest}${text} `)
    if (kind !== 'key' && !isAsked) onClose()
  }
  const move = (index: number) => {
    setActive(index)
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
    if (isComposing || ctrlKey || metaKey || altKey || shiftKey || document.activeElement?.role !== 'combobox') return
    const last = options.length - 1
    const option = options[marked]
    if (key === 'ArrowDown' && last >= 0) move(Math.min(active + 1, last))
    else if (key === 'ArrowUp' && last >= 0) move(active < 0 ? last : active - 1)
    else if (key === 'Tab' && option) choose(option)
    else if (key === 'Enter' && option && isMeant) choose(option)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const tell = useEffectEvent(onState)
  const activeId = isOpen && active >= 0 ? `${listId}-${active}` : undefined
  const hasList = isOpen && options.length > 0
  useEffect(() => tell(hasList ? { listId, activeId } : undefined), [hasList, listId, activeId])
  useEffect(() => () => tell(undefined), [])

  if (!isOpen) return null
  let index = -1
  return (
    <Popup anchor={anchor} isAsWide isTall onClose={onClose} onKey={onKey}>
      <div className={classes.content}>
        <p className={classes.problem} role="status">
          {problem}
          {!problem && word.length > 1 && !hasFitting && `No condition fits “${word}”. It is searched as a word.`}
        </p>
        <div role="listbox" id={listId} aria-label="Suggestions" className={classes.list}>
          {sections.map(({ name, options: some }) => (
            <div key={name} className={classes.section} data-section={name}>
              <p className={classes.name} aria-hidden="true">
                {name}
              </p>
              {some.map((one) => {
                const at = ++index
                return (
                  <button
                    key={`${one.kind} ${one.text}`}
                    type="button"
                    role="option"
                    id={`${listId}-${at}`}
                    tabIndex={-1}
                    aria-selected={at === active}
                    data-active={at === marked || undefined}
                    className={`${controls.option} ${classes.option}`}
                    onPointerMove={() => active !== at && setActive(at)}
                    onClick={() => choose(one)}
                  >
                    {iconOf(one)}
                    {one.kind !== 'view' && (
                      <span className={one.kind === 'recent' ? controls.ellipsis : `mono ${classes.syntax}`} dir="auto">
                        {one.text === '-' ? '-word' : one.text}
                      </span>
                    )}
                    {one.kind !== 'recent' && (
                      <span className={`${controls.ellipsis} ${one.kind === 'view' ? '' : classes.meaning}`} dir="auto">
                        {one.meaning}
                      </span>
                    )}
                    {one.count !== undefined && (
                      <span className={`mono ${classes.count}`}>{one.count.toLocaleString('en')}</span>
                    )}
                    {one.keys?.map((key) => (
                      <kbd key={key} className={`about-keys ${keycap.keycap}`}>
                        {key}
                      </kbd>
                    ))}
                  </button>
                )
              })}
            </div>
          ))}
        </div>
        <p className={`about-keys ${classes.keys}`}>
          {(
            [
              ['↑ ↓', 'move'],
              ['Tab', 'add the condition'],
              ['Backspace', 'take the last one out'],
              ...(opened?.isChanged ? [[shortcutOf('save'), 'save the view'] as const] : []),
            ] as const
          ).map(([keys, words]) => (
            <span key={keys}>
              {keys.split(' ').map((key) => (
                <kbd key={key} className={keycap.keycap}>
                  {key}
                </kbd>
              ))}{' '}
              {words}
            </span>
          ))}
        </p>
      </div>
    </Popup>
  )
}
