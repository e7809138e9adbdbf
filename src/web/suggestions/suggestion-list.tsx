import type { ReactNode } from 'react'
import { numberOf } from '../../contract/words/task-names.ts'
import { useLabelColours } from '../tasks/label-colours.tsx'
import { colourStyle } from '../tasks/label-tag.tsx'
import controls from '../ui/controls.module.css'
import { PartsIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { placeOfWord, type Suggestion } from './suggest.ts'
import classes from './suggestion-list.module.css'
import type { Suggestions } from './use-suggestions.ts'

export interface ListProps {
  suggestions: Suggestions
  /** The relation of the new task to a suggested one: `as its part`. */
  roleOf: (suggestion: Suggestion & { kind: 'task' }) => string
}

const nameOf = (one: Suggestion) => (one.kind === 'label' ? one.label : `${numberOf(one.task)} ${one.task.title}`)

/** The options of a list of suggestions. The first one is marked as long as none is chosen: Tab takes it. */
export function SuggestionOptions({ suggestions, roleOf }: ListProps) {
  const { found, word, active, listId, choose } = suggestions
  const colours = useLabelColours()
  return found.map((one, index) => {
    const isMarked = index === Math.max(active, 0)
    return (
      <button
        key={nameOf(one)}
        id={`${listId}-${index}`}
        type="button"
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        data-active={isMarked || undefined}
        className={`${controls.option} ${classes.option}`}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(one)}
      >
        {one.kind === 'label' ? (
          <span className={classes.mark} style={colourStyle(colours[one.label])} aria-hidden="true">
            #
          </span>
        ) : (
          <PartsIcon size={16} />
        )}
        <span className={controls.ellipsis} dir="auto">
          {one.kind === 'label' ? (
            <TypedPart text={one.label} word={word} />
          ) : (
            <>
              {numberOf(one.task)} <TypedPart text={one.task.title} word={word} />
            </>
          )}
        </span>
        <span className={classes.detail}>{one.kind === 'label' ? labelDetail(one.count) : roleOf(one)}</span>
        {isMarked && (
          <span className={`about-keys ${keycap.keycap} ${keycap.onWide}`} aria-hidden="true">
            {active < 0 ? 'Tab' : '↵'}
          </span>
        )}
      </button>
    )
  })
}

function labelDetail(count: number): string {
  if (!count) return 'label'
  return `label · ${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`
}

/** A text in which the typed part is emphasized. */
function TypedPart({ text, word }: { text: string; word: string }): ReactNode {
  const at = word ? placeOfWord(text.toLowerCase(), word.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + word.length)}</b>
      {text.slice(at + word.length)}
    </>
  )
}
