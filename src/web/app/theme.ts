import type { Preferences } from '../../contract/schemas/accounts.ts'

type Theme = Preferences['theme']

/** Read by `public/start.js` before the first paint. */
const storageKey = 'taskdeck-theme'

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    // Without storage, the system decides.
    return 'auto'
  }
}

let theme = readTheme()

function show() {
  const shown = theme === 'auto' ? (systemIsDark.matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = shown
  // The script at the start has set it, because there were no styles yet.
  document.documentElement.style.removeProperty('background-color')
}

/** Shows a theme, and keeps it for the next start in this browser. */
export function setTheme(wanted: Theme) {
  // Setting the theme styles the whole page anew, so it is set only if it changes.
  if (wanted === theme) return
  theme = wanted
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // It lasts until the page is closed.
  }
  show()
}

/** Follows the system while no theme is chosen. The script at the start has set the first one. */
export function followSystemTheme() {
  systemIsDark.addEventListener('change', show)
}
