import { useEffect } from 'react'
import { belongsToLayer, isComposing } from '../ui/layers.ts'
import { commands } from './commands.ts'
import { chordOf, commandOf, isTyping } from './keys.ts'
import { isAvailable, runCommand } from './use-commands.ts'

const sequenceMs = 1_200

/** Listens to the keyboard. Keys that are typed into a field, or pressed while a layer is open, are not commands. */
export function useCommandKeys() {
  useEffect(() => {
    let pending: string | undefined
    let forget: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      const chord = isComposing(event) ? undefined : chordOf(event)
      if (!chord || event.defaultPrevented) return
      const { command, pending: first } = commandOf(chord, pending)
      pending = undefined
      clearTimeout(forget)
      if (belongsToLayer(event)) {
        // Or else the browser would take the keys that follow to its address bar.
        if (command === 'palette') event.preventDefault()
        return
      }
      if (isTyping(event.target, chord) && !(command && commands[command].whileTyping)) return
      if (first && !event.repeat) {
        pending = first
        forget = setTimeout(() => {
          pending = undefined
        }, sequenceMs)
      }
      if (!command || !isAvailable(command)) return
      event.preventDefault()
      if (!event.repeat || commands[command].repeats) runCommand(command)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(forget)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
