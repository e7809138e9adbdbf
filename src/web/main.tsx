import '@fontsource-variable/geist/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import './ui/tokens.css'
import './ui/reset.css'
import './ui/text.css'
import './ui/layout.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readKeptSession } from './accounts/kept-session.ts'
import { App } from './app/app.tsx'
import { router } from './app/router.tsx'
import { followTakeover } from './app/service-worker.ts'
import { followSystemTheme } from './app/theme.ts'

/** A screen that takes longer to load is announced by the empty app. */
const maxEmptyMs = 300

/** Resolves when the first screen is loaded. */
function firstScreen(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
    setTimeout(resolve, maxEmptyMs)
  })
}

function render() {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

followTakeover()
followSystemTheme()
// With kept tasks, everything is there in a moment: rendering the empty app before would take longer.
if (readKeptSession()) void firstScreen().then(render)
else render()
