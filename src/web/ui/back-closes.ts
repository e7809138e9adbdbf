/**
 * The back gesture closes the topmost layer instead of leaving the screen. While a layer is open on a narrow or a touch screen, the history
 * has one more entry for the same screen, a spare: going back from it closes the layer. A spare stays when its layer is closed in another
 * way, because removing it would race with a link that was chosen. The next layer uses it again, and steps of the user pass over it.
 */
interface Entry {
  /** The number that the router gives to an entry; undefined for an address that was edited by hand. */
  idx?: number
  /** The name that the router gives to an entry; undefined for the first one. */
  key?: string
  isSpare?: boolean
}

const read = (state: unknown): Entry => (typeof state === 'object' && state ? (state as Entry) : {})

/** Decides about a step in the history: close a layer and stay, go one further in that direction, or let the router show the entry. */
export function decideStep(from: Entry, to: Entry, hasLayer: boolean): 'close' | 'back' | 'forward' | 'show' {
  if (from.idx === undefined || to.idx === undefined) return 'show'
  const isSameScreen = to.idx === from.idx
  if (isSameScreen && to.isSpare) return 'forward'
  // A spare whose address the router has replaced has the same number as the entry before it.
  if (isSameScreen) return hasLayer && from.isSpare ? 'close' : 'back'
  return to.isSpare && to.idx < from.idx ? 'back' : 'show'
}

interface Layers {
  isOpen: () => boolean
  closeTop: () => void
}

/** Follows the history. The returned function must be called when a layer opens or closes, and after every navigation, with its key. */
export function followHistory({ isOpen, closeTop }: Layers): (shownKey?: string) => void {
  let current = read(history.state)
  let shown: string | undefined
  const canGoBack = matchMedia('(max-width: 991.98px), (hover: none)')
  const addSpare = () => {
    // The router goes forward again by itself after it has held back a step, and another entry is current until then.
    const isShown = (current.key ?? 'default') === shown
    if (!isOpen() || !isShown || current.isSpare || current.idx === undefined || !canGoBack.matches) return
    history.pushState({ ...history.state, isSpare: true }, '')
    current = read(history.state)
  }
  // In the capture phase, so that it runs before the router.
  window.addEventListener(
    'popstate',
    (event) => {
      const to = read(event.state)
      const step = decideStep(current, to, isOpen())
      // A step that leads further is still one from the entry that is shown.
      if (step === 'show' || step === 'close') current = to
      if (step === 'show') return addSpare()
      event.stopImmediatePropagation()
      if (step === 'close') closeTop()
      else if (step === 'back') history.back()
      else history.forward()
    },
    { capture: true },
  )
  return (shownKey = shown) => {
    shown = shownKey
    current = read(history.state)
    addSpare()
  }
}
