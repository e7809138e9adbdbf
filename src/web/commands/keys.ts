import { type CommandId, commandIds, commands, isMac } from './commands.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * A key press in the notation of the table. Shift counts only with letters and named keys, because `?` already includes it. The modifier is
 * Command on a Mac and Control elsewhere. With the other one, or with Alt, a key belongs to the system or to the text.
 */
export function chordOf(pressed: Pressed, onMac = isMac): string | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = pressed
  const key = pressed.key === ' ' ? 'Space' : pressed.key
  const [modifier, foreign] = onMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (altKey || foreign || key === 'Dead' || key === 'Unidentified') return undefined
  const named = key.length > 1
  const letter = /^\p{L}$/u.test(key)
  return [modifier ? 'mod' : '', shiftKey && (named || letter) ? 'shift' : '', letter ? latin(pressed) : key]
    .filter(Boolean)
    .join('+')
}

/** The letter of a key; on a keyboard with another script, the Latin letter at the same position. */
function latin({ key, code }: Pressed): string {
  if (/^\p{Script=Latin}$/u.test(key)) return key.toLowerCase()
  return (/^Key([A-Z])$/.exec(code)?.[1] ?? key).toLowerCase()
}

const byKeys = new Map(commandIds.flatMap((id) => commands[id].keys.map((keys): [string, CommandId] => [keys, id])))
const beginnings = new Set([...byKeys.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]))

export interface Found {
  command?: CommandId
  /** The first key of a sequence, to be combined with the next one. */
  pending?: string
}

/** The command of a chord, or of a sequence that the chord completes. */
export function commandOf(chord: string, pending?: string): Found {
  const command = byKeys.get(pending ? `${pending} ${chord}` : chord)
  if (command) return { command }
  return !pending && beginnings.has(chord) ? { pending: chord } : {}
}

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const buttons = 'input[type="radio"], input[type="checkbox"]'
/** Controls that Enter and Space press. A task of a list is a link, too, but there both are commands. */
const pressed = 'button, summary, a[href]:not([data-task])'

/** Whether a key belongs to a text field, or to a control that uses it itself, as radio buttons use the arrow keys. */
export function isTyping(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof Element)) return false
  if (chord === 'Enter' || chord === 'Space') return target.matches(`${fields}, ${pressed}`)
  return target.matches(buttons) ? chord.includes('Arrow') : target.matches(fields)
}
