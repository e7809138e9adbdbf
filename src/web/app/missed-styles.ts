/** Stylesheets that did not arrive: Vite asks for each of them once, whatever comes of it. */
const missed = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missed.add(target)
  },
  true,
)

/** Asks again for the stylesheets that did not arrive. */
export async function loadMissedStyles() {
  await Promise.all([...missed].map(loadAgain))
}

function loadAgain(link: HTMLLinkElement) {
  missed.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = () => reject(new Error(`Unable to load ${link.href}`))
    link.replaceWith(again)
  })
}
