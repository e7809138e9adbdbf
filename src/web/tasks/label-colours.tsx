import { createContext, type ReactNode, useContext } from 'react'
import { call } from '../../contract/client.ts'
import { type LabelColour, labelCalls } from '../../contract/labels.ts'
import { userSettings } from '../accounts/user-settings.ts'

type Colours = Readonly<Record<string, LabelColour>>

interface Change {
  label: string
  colour: LabelColour | null
}

const settings = userSettings<Colours, Change>({
  name: 'label colours',
  empty: {},
  async load(options) {
    const { labels } = await call(labelCalls.colours, {}, options)
    return Object.fromEntries(labels.map(({ label, colour }) => [label, colour]))
  },
  send: (body, options) => call(labelCalls.setColour, { body }, options),
  apply(colours, { label, colour }) {
    const { [label]: _, ...others } = colours
    return colour ? { ...others, [label]: colour } : others
  },
  sayFailed: ({ label }) => `The colour of #${label} was not changed.`,
})

const Context = createContext<Colours>({})

/** Provides the colours of the signed-in user's labels to every label on a screen. */
export function LabelColours({ children }: { children: ReactNode }) {
  return <Context value={settings.useValue()}>{children}</Context>
}

/** The colours of the user's labels. */
export const useLabelColours = () => useContext(Context)

/** Gives a label a colour, or none. Needs the server: resolves to whether it was stored, after a message if not. */
export const useSetLabelColour = settings.useChange
