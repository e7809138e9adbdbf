import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { labelCalls } from '../../contract/calls/labels.ts'
import { call } from '../../contract/client.ts'
import type { LabelColour } from '../../contract/labels.ts'
import { loadedSettings } from '../accounts/user-settings.ts'
import { useFromDeck } from '../deck/current-deck.ts'

type Colours = Readonly<Record<string, LabelColour>>

export interface ColourChange {
  label: string
  colour: LabelColour | null
}

/** They are also changed by use-set-label-colour.ts. */
export const colourSettings = loadedSettings<Colours, ColourChange>({
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
  const loaded = colourSettings.useValue()
  const changes = useFromDeck((deck) => deck.changes)
  const colours = useMemo(() => {
    const waiting = changes.flatMap(({ intent, problem }) => (intent.kind === 'colour' && !problem ? intent : []))
    return waiting.reduce<Colours>(colourSettings.apply, loaded)
  }, [loaded, changes])
  return <Context value={colours}>{children}</Context>
}

/** The colours of the user's labels. */
export const useLabelColours = () => useContext(Context)
