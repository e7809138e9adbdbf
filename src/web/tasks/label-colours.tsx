import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { labelCalls } from '../../contract/calls/labels.ts'
import { call } from '../../contract/client.ts'
import type { LabelColour } from '../../contract/labels.ts'
import { loadedSettings } from '../accounts/user-settings.ts'
import { makeChange, useFromDeck, withdrawChange } from '../deck/current-deck.ts'
import { withdrawFailure } from '../ui/alerts.tsx'
import { reportProblem } from './use-change.ts'

type Colours = Readonly<Record<string, LabelColour>>

interface Change {
  label: string
  colour: LabelColour | null
}

const settings = loadedSettings<Colours, Change>({
  name: 'label colours',
  empty: {},
  async load(options) {
    const { labels } = await call(labelCalls.colours, {}, options)
    return Object.fromEntries(labels.map(({ label, colour }) => [label, colour]))
  },
  apply(colours, { label, colour }) {
    const { [label]: _, ...others } = colours
    return colour ? { ...others, [label]: colour } : others
  },
})

const Context = createContext<Colours>({})

/** Provides the colours of the signed-in user's labels to every label on a screen, with those that are not sent yet. */
export function LabelColours({ children }: { children: ReactNode }) {
  const loaded = settings.useValue()
  const changes = useFromDeck((deck) => deck.changes)
  const colours = useMemo(() => {
    const waiting = changes.flatMap(({ intent, problem }) => (intent.kind === 'colour' && !problem ? intent : []))
    return waiting.reduce<Colours>(settings.apply, loaded)
  }, [loaded, changes])
  return <Context value={colours}>{children}</Context>
}

/** The colours of the user's labels. */
export const useLabelColours = () => useContext(Context)

const failure = 'Error changing the colour'

/** Gives a label a colour, or none. It is shown at once, and waits if the server cannot be reached, like the changes of tasks. */
export function useSetLabelColour() {
  const show = settings.useApply()
  return async function set(change: Change): Promise<void> {
    withdrawFailure(failure)
    const { id, outcome } = makeChange({ kind: 'colour', ...change })
    await show(change)
    const result = await outcome
    if (result.state !== 'problem') return
    await withdrawChange(id)
    const lead = `The colour of #${change.label} was not changed. `
    reportProblem(result.problem, { failure, lead, fallback: 'Please try again.' }, () => void set(change))
  }
}
