import type { ReactNode } from 'react'

export interface IconProps {
  size?: number
}

/** An icon with the strokes of all icons. */
export function icon(content: ReactNode) {
  return ({ size = 18 }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {content}
    </svg>
  )
}
