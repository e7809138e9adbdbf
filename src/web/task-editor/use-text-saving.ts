import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { DeckTask } from '../deck/change.ts'
import { deckNow } from '../deck/current-deck.ts'
import type { Form } from '../ui/use-form.ts'
import { rememberCaret } from './keep-caret.ts'
import { merge } from './merge.ts'
import { type Saved, saveEdit, useLeaving } from './save.ts'
import { isSameText, type Text, type textDraftOf, textOf, trimmed } from './text-draft.ts'

/** The text is saved when the user has not typed for this time. One undo takes back what was typed between two pauses. */
const pauseMs = 2_000

export type TextSign = 'saving' | 'saved' | 'waiting' | 'conflict' | 'refused'

interface Options {
  task: DeckTask
  /** The task that the form was filled with, or saved to last. */
  base: RefObject<Task>
  form: Form<Text>
  draft: ReturnType<typeof textDraftOf>
  isEditing: boolean
  dateStyle: Preferences['dateStyle']
  /** The typed text, as far as it can be saved. */
  savable: () => Text
}

/** Saves a text while it is edited: after a pause, and when its field or its page is left. Changes from elsewhere are merged into it. */
export function useTextSaving({ task, base, form, draft, isEditing, dateStyle, savable }: Options) {
  const [sign, setSign] = useState<TextSign>()
  const [isAsking, setAsking] = useState(false)
  const leaving = useLeaving()
  /** The attempts that are not answered yet, with the text that each was based on. */
  const running = useRef<{ before: Task; done: Promise<unknown> }[]>([])
  const lastSent = useRef<Text>(undefined)
  const lastChange = useRef<string | null>(null)
  const restoreCaret = useRef<() => void>(undefined)

  async function attempt(values: Text, onConflict: 'ask' | 'ask later' | 'keep'): Promise<Saved | undefined> {
    setSign('saving')
    const done = saveEdit({ base: base.current, values, dateStyle, signal: leaving(), onConflict })
    const own = { before: base.current, done }
    running.current.push(own)
    // The next words are based on these ones, although they are not confirmed yet.
    const made = deckNow().byId.get(task._id) ?? base.current
    base.current = { ...made, ...values }
    lastSent.current = values
    const result = await done
    running.current = running.current.filter((other) => other !== own)
    const isElsewhere = typeof result !== 'string' || result === 'kept' || onConflict === 'keep'
    if (isElsewhere && isSameText(trimmed(form.current()), values)) draft.remove()
    if (result === 'withdrawn' || result === 'kept') {
      setSign(undefined)
      return undefined
    }
    if (typeof result === 'string') {
      // What was typed since is based on words that do not exist.
      base.current = own.before
      for (const later of running.current) later.before = own.before
      setSign(result)
      return undefined
    }
    if (result.change !== null) lastChange.current = result.change
    // Otherwise lines from elsewhere were merged. They are shown as soon as nothing else is typed.
    if (isSameText(textOf(result.task), textOf(base.current))) base.current = result.task
    setSign(result.isWaiting ? 'waiting' : 'saved')
    return result
  }

  const hasNews = () => isEditing && !task.trashedAt && !isSameText(savable(), textOf(base.current))
  const flush = () => {
    if (hasNews() && sign !== 'conflict') void attempt(savable(), 'ask later')
  }
  const save = useEffectEvent(flush)
  const leave = useEffectEvent(() => {
    if (hasNews()) void attempt(savable(), 'keep')
  })
  const { values } = form
  useEffect(() => {
    if (!isEditing || isSameText(trimmed(values), textOf(base.current))) return
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [isEditing, values, base])
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && save()
    const onHide = () => save()
    document.addEventListener('visibilitychange', onHidden)
    // The earlier, the more time the browser has to store it.
    for (const kind of ['beforeunload', 'pagehide']) window.addEventListener(kind, onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      for (const kind of ['beforeunload', 'pagehide']) window.removeEventListener(kind, onHide)
      leave()
    }
  }, [])

  useEffect(() => {
    // A change that is being saved may still be refused. The form keeps it until then.
    if (running.current.length || task === base.current) return
    const mine = trimmed(form.current())
    const from = textOf(base.current)
    const { values: merged, conflicts } = merge(from, mine, textOf(task))
    // A text that the user is typing is merged when it is saved.
    const isTyped = (field: keyof Text) => mine[field] !== from[field] && mine[field] !== merged[field]
    if (conflicts.length || isTyped('title') || isTyped('description')) return
    base.current = task
    if (isSameText(merged, mine)) return
    restoreCaret.current = rememberCaret()
    form.setAll(merged)
  })
  useLayoutEffect(() => {
    if (values !== form.current()) return
    restoreCaret.current?.()
    restoreCaret.current = undefined
  }, [values, form])

  return {
    sign,
    isAsking,
    /** The user goes on typing. An open question stays. */
    typed: () => setSign((before) => (before === 'conflict' ? before : undefined)),
    flush,
    /** Saves everything, and asks about conflicts. The change is the last one since the user began to edit. */
    saveAll: async (): Promise<Saved | undefined> => {
      setAsking(true)
      try {
        // Whether these words have to be saved depends on those before. A refusal is reported once.
        while (running.current[0]) if ((await running.current[0].done) === 'refused') return undefined
        const saved = await attempt(trimmed(form.current()), 'ask')
        return saved && { ...saved, change: saved.change ?? lastChange.current }
      } finally {
        setAsking(false)
      }
    },
    /** Goes back to a text from before what was saved since. Resolves to the change, if one was necessary. */
    takeBack: async (start: Text): Promise<Saved | undefined> => {
      const now = deckNow().byId.get(task._id) ?? task
      const { title, description } = merge(lastSent.current ?? start, start, textOf(now)).values
      const values: Text = { title, description }
      const result = await saveEdit({ base: now, values, dateStyle, signal: leaving(), onConflict: 'keep' })
      return typeof result === 'string' || result.change === null ? undefined : result
    },
    reset: () => {
      lastSent.current = undefined
      lastChange.current = null
      setSign(undefined)
    },
  }
}
