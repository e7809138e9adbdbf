/** Stylesheets that failed to load. Vite requests each of them only once. */
const missed = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missed.add(target)
  },
  true,
)

/** Loads the missed stylesheets again. */
export async function loadMissedStyles() {
  await Promise.all([...missed].map(loadAgain))
}

function loadAgain(link: HTMLLinkElement) {
  missed.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = () => reject(new Error(`Could not load ${link.href}`))
    link.replaceWith(again)
  })
}
