import { keptSettings } from '../accounts/kept-session.ts'

/** A picture of the tasks as they were shown last, which `public/start.js` shows until the app has started. */
interface FirstScreen {
  /** The file of the app that has made it. Another version may look different. */
  app: string
  address: string
  width: number
  styles: string[]
  html: string
}

/** A browser keeps about five million characters for everything. */
const maxCharacters = 500_000

const kept = keptSettings<FirstScreen>('first-screen')

/** Keeps a picture of the screen whenever this tab is left. Returns the function that ends it. */
export function keepFirstScreen(owner: string): () => void {
  const onLeave = () => {
    if (document.visibilityState === 'hidden') keep(owner)
  }
  const onEnd = () => keep(owner)
  document.addEventListener('visibilitychange', onLeave)
  window.addEventListener('pagehide', onEnd)
  return () => {
    document.removeEventListener('visibilitychange', onLeave)
    window.removeEventListener('pagehide', onEnd)
  }
}

function keep(owner: string) {
  const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset.app
  const root = document.getElementById('root')
  // The picture shows the top of a view of tasks. A scrolled one is kept as it was before.
  if (!app || !root?.querySelector('[data-surface]') || window.scrollY > 0) return
  const html = pictureOf(root)
  if (html.length > maxCharacters) return
  const links = document.querySelectorAll('link[rel="stylesheet"]')
  const styles = [...links].map((link) => link.getAttribute('href') ?? '')
  kept.keep(owner, { app, address: location.hash, width: window.innerWidth, styles, html })
}

/** The content of an element. Its inline styles are data: the content security policy forbids them in HTML, and `start.js` sets them again. */
function pictureOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '')
    element.removeAttribute('style')
  }
  return copy.innerHTML
}

/** Removes the picture, because the real screen is there. */
export function removeFirstScreen() {
  document.getElementById('first-screen')?.remove()
}
