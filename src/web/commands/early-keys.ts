import { commands } from './commands.ts'
import type { Found } from './keys.ts'

interface Early {
  /** Whether the screen has a field for the text. */
  takesText: boolean
  text: string
  /** The screen is there: keys are its own again. */
  isOver: boolean
}

/** Set by a command that opens another screen. Until the screen is there, keys are meant for it, not for the present one. */
let early: Early | undefined
let present = ''

/** Opens another screen. Text typed before it is there is kept if the screen has a field for it. */
export function openScreen(open: () => Promise<void> | void, takesText = false) {
  const address = window.location.hash
  const begun = { takesText, text: '', isOver: false }
  early = begun
  void Promise.resolve(open()).finally(() => {
    // Refused, or open already. Otherwise the screen is about to be rendered.
    if (early === begun && window.location.hash === address) early = undefined
  })
}

/** To be called with the key of the present location, whenever it has changed. */
export function arriveAt(location: string) {
  if (location === present) return
  present = location
  // The text stays until the next screen: the field for it may be rendered after this call.
  early = early?.isOver ? undefined : early && { ...early, isOver: true }
}

/** The text that was typed before the screen appeared. */
export const earlyText = () => early?.text ?? ''

/** Whether a key is meant for the screen that will appear. */
export function isEarly(chord: string, key: string, { command, pending }: Found): boolean {
  if (!early || early.isOver) return false
  const group = command && commands[command].group
  if (!early.takesText) return group !== 'General' && group !== 'Go to' && !pending
  if (chord.startsWith('mod+')) return group !== 'General'
  if (key.length === 1) early.text += key
  if (key === 'Backspace') early.text = early.text.slice(0, -1)
  return true
}
