import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Piece } from '../../contract/quick-add/pieces.ts'

interface Field {
  input: RefObject<HTMLTextAreaElement | null>
  /** Shows the same text behind the field, with its pieces marked. */
  backdrop: HTMLElement
}

/** Turns a marked word of the field back into text: by a click on it, or by Backspace right behind it. */
export function usePlainWords({ input, backdrop }: Field, pieces: Piece[], onPlain: (word: string) => void) {
  const wordBefore = useEffectEvent((place: number) => pieces.find(({ end }) => end === place)?.text)
  const keepAsText = useEffectEvent(onPlain)
  useEffect(() => {
    const { current } = input
    if (!current) return
    // Not keydown: the keyboards of phones do not report their keys.
    const onDelete = (event: InputEvent) => {
      const { selectionStart, selectionEnd } = current
      const isSelection = selectionStart !== selectionEnd
      if (event.inputType !== 'deleteContentBackward' || !event.cancelable || isSelection) return
      const word = wordBefore(selectionStart)
      if (word === undefined) return
      event.preventDefault()
      keepAsText(word)
    }
    const onClick = ({ clientX: x, clientY: y }: MouseEvent) => {
      const isUnder = (mark: Element) =>
        [...mark.getClientRects()].some(
          ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
        )
      const word = [...backdrop.querySelectorAll('mark')].find(isUnder)?.dataset.word
      // A selection by mouse also ends with a click.
      if (word !== undefined && current.selectionStart === current.selectionEnd) keepAsText(word)
    }
    current.addEventListener('beforeinput', onDelete)
    current.addEventListener('click', onClick)
    return () => {
      current.removeEventListener('beforeinput', onDelete)
      current.removeEventListener('click', onClick)
    }
  }, [input, backdrop])
}
