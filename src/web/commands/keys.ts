import { type CommandId, commandIds, commands } from './commands.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** A key press in the words of the table. Shift is part of what `?` is, and counts by itself only for letters and keys with a name. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): string | undefined {
  if (altKey || key === 'Dead' || key === 'Unidentified') return undefined
  const named = key.length > 1
  const letter = /^\p{L}$/u.test(key)
  return [
    ctrlKey || metaKey ? 'mod' : '',
    shiftKey && (named || letter) ? 'shift' : '',
    letter ? key.toLowerCase() : key,
  ]
    .filter(Boolean)
    .join('+')
}

const byKeys = new Map(commandIds.flatMap((id) => commands[id].keys.map((keys): [string, CommandId] => [keys, id])))
const beginnings = new Set([...byKeys.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]))

export interface Found {
  command?: CommandId
  /** What the next key is read together with. */
  pending?: string
}

/** What a chord means after another one. */
export function commandOf(chord: string, pending?: string): Found {
  const command = byKeys.get(pending ? `${pending} ${chord}` : chord)
  if (command) return { command }
  return !pending && beginnings.has(chord) ? { pending: chord } : {}
}

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const buttons = 'input[type="radio"], input[type="checkbox"]'

/** Whether a key belongs to a text that is being written, or to a field that uses it itself, as a row of choices does the arrows. */
export function isTyping(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof Element)) return false
  return target.matches(buttons) ? /Arrow|^ $/.test(chord) : target.matches(fields)
}
