import type { ReactNode } from 'react'

interface Props {
  as: 'pre' | 'section'
  /** For screen readers, which announce the focused box. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** Content that may be wider or longer than its box. It can have the focus, because otherwise not every browser lets the keyboard scroll it. */
export function Scrollable({ as: Box, label, className, children }: Props) {
  return (
    <Box tabIndex={0} aria-label={label} className={className}>
      {children}
    </Box>
  )
}
