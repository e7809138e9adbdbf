import { useState, useTransition } from 'react'
import {
  conditionsOf,
  filterInText,
  isCondition,
  partsOf,
  withCondition,
} from '../../contract/task-lists/condition-text.ts'
import type { Filter } from '../../contract/task-lists/filter.ts'
import type { FilterKey } from '../../contract/task-lists/filter-keys.ts'
import { filterKeyOf, searchKeys } from '../../contract/task-lists/parse-search.ts'
import type { View } from './use-view.ts'

/** A condition in the field. Those of the filter have a key; the others are parts of the search. */
export interface Token {
  text: string
  key?: FilterKey
}

interface Typed {
  /** The conditions of the search that are tokens. */
  conditions: string[]
  /** The text of the input. */
  text: string
  /** The search that both mean. */
  q: string
  /** The token whose text is being edited at the end of the input. It counts until then. */
  edited?: Token | undefined
}

/** Divides a search into conditions and words. */
function divided(q: string): Typed {
  const conditions = partsOf(q).filter(isCondition)
  const words = partsOf(q).filter((part) => !isCondition(part))
  return { conditions, text: conditions.length ? words.join(' ') : q, q }
}

/** Whether a part begins like a condition, but does not mean one yet: searching for its letters would hide every task. */
export function isUnfinished(part: string, hasLabel: (label: string) => boolean): boolean {
  const [, name = '', value = ''] = /^-?([a-z-]+):(.*)$/i.exec(part) ?? []
  const key = name.toLowerCase()
  if (!searchKeys.some((one) => one === key) && !filterKeyOf(key)) return false
  if (key === 'label') return !value.split(',').every((label) => hasLabel(label.toLowerCase().replace(/^#/, '')))
  return !isCondition(part.replace(/^-/, ''))
}

const keysOf = (filter: Filter) =>
  conditionsOf(filter)
    .map(({ text }) => text)
    .join(' ')
const isSame = (one: Token, other: Token | undefined) => one.text === other?.text && one.key === other.key

/** The tokens and the text of the search field, which together are the filter of the view. */
export function useSearchText({ filter, set, setSearch, clear }: View, hasLabel: (label: string) => boolean) {
  const [typed, setTyped] = useState<Typed>()
  const [isDrawing, startTransition] = useTransition()
  // The field shows each letter at once, also while the tasks for the letters before are still being drawn. Otherwise, a link, the back
  // button or a menu may have changed the search.
  const current = typed && (isDrawing || typed.q === filter.q) ? typed : divided(filter.q)
  const { conditions, text, edited } = current
  const all: Token[] = [...conditionsOf(filter), ...conditions.map((condition) => ({ text: condition }))]

  /** The search that conditions and a text mean. Its last part is left out while it is not finished. */
  const searchOf = (kept: string[], value: string, isEditing: boolean) => {
    const parts = partsOf(value)
    const last = /\s$/.test(value) ? undefined : parts.at(-1)
    if (last && (isEditing || isUnfinished(last, hasLabel))) parts.pop()
    return [...kept, ...parts].join(' ')
  }
  const put = (next: Typed) => {
    setTyped(next)
    startTransition(() => setSearch(next.q))
  }
  /** Changes the conditions of the filter, the conditions of the search and the text at once. */
  const replace = (next: Filter, value: string, isDone = true) => {
    const kept = partsOf(next.q)
    const q = isDone ? [...kept, ...partsOf(value)].join(' ') : searchOf(kept, value, false)
    const state = { conditions: kept, text: value, q }
    if (keysOf(next) === keysOf(filter)) return put(state)
    setTyped(state)
    setSearch(q)
    set({ filter: { ...next, q } })
  }
  /** The filter without the text, and without a token. */
  const without = (token?: Token): Filter => ({
    ...filter,
    ...(token?.key ? { [token.key]: [] } : {}),
    q: conditions.filter((condition) => token?.key || condition !== token?.text).join(' '),
  })
  /** Takes a text. Conditions that are complete become tokens: those before a space, and all once the user is done. */
  const type = (value: string, isDone = false) => {
    const parts = partsOf(value)
    const isOpen = !isDone && !/\s$/.test(value)
    const last = isOpen ? parts.pop() : undefined
    const found = parts.filter(isCondition)
    const isEditing = edited !== undefined && isOpen && last !== undefined
    if (!found.length && (isEditing || !edited)) {
      const q = isDone ? [...conditions, ...parts].join(' ') : searchOf(conditions, value, isEditing)
      if (isDone && value === text && q === current.q) return
      return put({ conditions, text: value, q, ...(isEditing ? { edited } : {}) })
    }
    const words = parts.filter((part) => !isCondition(part))
    const rest = last === undefined ? words.join(' ') : [...words, last].join(' ')
    replace(
      found.reduce(withCondition, without(edited)),
      rest && last === undefined && !isDone ? `${rest} ` : rest,
      isDone,
    )
  }
  return {
    tokens: all.filter((token) => !isSame(token, edited)),
    text,
    isEditing: edited !== undefined,
    type,
    remove: (token: Token) => replace(without(token), text),
    negate: (token: Token) => {
      const part = token.text.startsWith('-') ? token.text.slice(1) : `-${token.text}`
      replace(withCondition(without(token), part), text)
    },
    /** Moves a token into the text, where it is changed. Leaving the field or a space puts it back. */
    edit: (token: Token) =>
      put({ conditions, text: [...partsOf(text), token.text].join(' '), q: current.q, edited: token }),
    /** Takes back the change of a token. */
    stopEditing: () => put({ conditions, text: partsOf(text).slice(0, -1).join(' '), q: current.q }),
    /** Shows a search that was written down whole. */
    use: (search: string) => {
      const next = filterInText(search)
      setTyped(undefined)
      setSearch(next.q)
      set({ filter: next })
    },
    clearText: () => put({ conditions, text: '', q: conditions.join(' ') }),
    clear: () => {
      setTyped(undefined)
      clear()
    },
  }
}

export type SearchText = ReturnType<typeof useSearchText>
