/** Decides about an address that the user has edited by hand. Returns whether to stay on the page. */
type Hold = (address: string) => boolean

let hold: Hold | undefined
let isReturning = false

/** The router numbers its own entries in the history. */
const isRouters = (state: unknown) => typeof (state as { idx?: unknown } | null)?.idx === 'number'

function onPop(event: PopStateEvent) {
  if (isReturning) {
    isReturning = false
    event.stopImmediatePropagation()
  } else if (!isRouters(event.state) && hold?.(window.location.hash.slice(1) || '/')) {
    event.stopImmediatePropagation()
    isReturning = true
    window.history.back()
  }
}

// The router cannot hold back such an address, because its entry in the history is not the router's. So this must be registered before it.
window.addEventListener('popstate', onPop)

/** Asks before the page shows an address that the user has edited by hand. Returns the function that ends it. */
export function holdEditedAddresses(decide: Hold): () => void {
  hold = decide
  return () => {
    if (hold === decide) hold = undefined
  }
}
