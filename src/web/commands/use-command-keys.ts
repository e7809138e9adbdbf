import { useLayoutEffect } from 'react'
import { isComposing, layerOf } from '../ui/layers.ts'
import { commands } from './commands.ts'
import { isEarly } from './early-keys.ts'
import { chordOf, commandOf, isTyping } from './keys.ts'
import { handlerOf } from './use-commands.ts'

const sequenceMs = 1_200

/** Runs commands by their keys. Text that is typed into a field runs none, and an open dialog receives only its own commands. */
export function useCommandKeys() {
  useLayoutEffect(() => {
    let pending: string | undefined
    let forget: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      const chord = isComposing(event) ? undefined : chordOf(event)
      if (!chord || event.defaultPrevented) return
      const layer = layerOf(event)
      const found = commandOf(chord, pending)
      const { command, pending: first } = found
      pending = undefined
      clearTimeout(forget)
      // Otherwise the browser would move the focus to its address bar.
      if (layer && command === 'palette') event.preventDefault()
      if (isTyping(event.target, chord) && !(command && commands[command].runsWhileTyping)) return
      if (!layer && isEarly(chord, event.key, found)) return event.preventDefault()
      if (first && !layer && !event.repeat) {
        pending = first
        forget = setTimeout(() => {
          pending = undefined
        }, sequenceMs)
      }
      const handler = command && handlerOf(command, layer)
      if (!command || !handler) return
      event.preventDefault()
      if (!event.repeat || commands[command].canRepeat) handler.run(chord)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(forget)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
