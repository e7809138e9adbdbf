import { commands } from './commands.ts'
import type { Found } from './keys.ts'

/** Set from a command that opens another screen until the screen is there. Keys are meant for that screen then, not for the present one. */
let early: { takesText: boolean; text: string } | undefined
let present = ''

/** Waits for a screen that a command opens. Text typed meanwhile is kept if the screen has a field for it. */
export function waitForScreen(arrival: Promise<void> | void, takesText = false) {
  const address = window.location.hash
  const begun = { takesText, text: '' }
  early = begun
  void Promise.resolve(arrival).finally(() => {
    // Refused, or open already. Otherwise the screen is about to be rendered.
    if (early === begun && window.location.hash === address) early = undefined
  })
}

/** To be called with the key of the present location, whenever it has changed. */
export function arriveAt(location: string) {
  if (location !== present) early = undefined
  present = location
}

/** The text that was typed before the form appeared. */
export const earlyText = () => early?.text ?? ''

/** Whether a key is meant for the screen that will appear. */
export function isEarly(chord: string, key: string, { command, pending }: Found): boolean {
  if (!early) return false
  const group = command && commands[command].group
  if (!early.takesText) return group !== 'General' && group !== 'Go to' && !pending
  if (chord.startsWith('mod+')) return group !== 'General'
  if (key.length === 1) early.text += key
  if (key === 'Backspace') early.text = early.text.slice(0, -1)
  return true
}
