import '@fontsource-variable/geist/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import '../ui/tokens.css'
import '../ui/reset.css'
import '../ui/text.css'
import '../ui/layout.css'
import '../app/global.css'
import './link.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SharedLink } from './shared-link.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SharedLink />
    </StrictMode>,
  )
}
