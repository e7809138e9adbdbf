import type { ReactNode } from 'react'

/** Preformatted text that may be wider or longer than its box. The keyboard can scroll it, also in browsers that do not offer that themselves. */
export function ScrollablePre({ children }: { children: ReactNode }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, the keyboard cannot scroll it
  return <pre tabIndex={0}>{children}</pre>
}
