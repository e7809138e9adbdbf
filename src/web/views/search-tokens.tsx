import type { KeyboardEvent, RefObject } from 'react'
import controls from '../ui/controls.module.css'
import { CloseIcon } from '../ui/icons.tsx'
import classes from './search-tokens.module.css'
import type { SearchText, Token } from './use-search-text.ts'

interface Props {
  search: SearchText
  field: RefObject<HTMLInputElement | null>
  onEdit: (token: Token) => void
}

/** The conditions of the search field. Arrow keys go from one to the next; Enter edits, Backspace removes and - negates. */
export default function SearchTokens({ search, field, onEdit }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, token: Token) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event
    if (ctrlKey || metaKey || altKey) return
    const beside = (step: 'previousElementSibling' | 'nextElementSibling') =>
      currentTarget.parentElement?.[step]?.querySelector<HTMLElement>('button')
    if (key === 'ArrowLeft') beside('previousElementSibling')?.focus()
    else if (key === 'ArrowRight') (beside('nextElementSibling') ?? field.current)?.focus()
    else if (key === 'Backspace' || key === 'Delete') {
      search.remove(token)
      field.current?.focus()
    } else if (key === '-') {
      search.negate(token)
      field.current?.focus()
    } else if (key === 'Escape') field.current?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return search.tokens.map((token) => {
    const [name = '', ...values] = token.text.split(':')
    const value = values.join(':')
    return (
      <span key={`${token.key} ${token.text}`} className={classes.token} data-of-filter={token.key ? '' : undefined}>
        <button
          type="button"
          className={`${controls.button} ${classes.condition}`}
          data-condition
          aria-label={`Condition ${token.text}`}
          aria-description="Enter edits it, Backspace removes it, minus negates it"
          title="Edit the condition"
          onClick={() => onEdit(token)}
          onKeyDown={(event) => onKeyDown(event, token)}
        >
          {value ? (
            <>
              <span className={classes.key}>{name}:</span> <span dir="auto">{value.replaceAll(',', ', ')}</span>
            </>
          ) : (
            <span dir="auto">{name}</span>
          )}
        </button>
        <button
          type="button"
          tabIndex={-1}
          className={`${controls.icon} ${classes.remove}`}
          aria-label={`Remove the condition ${token.text}`}
          title="Remove the condition"
          onClick={() => {
            search.remove(token)
            field.current?.focus()
          }}
        >
          <CloseIcon size={14} />
        </button>
      </span>
    )
  })
}
