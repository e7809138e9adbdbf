import type { ReactNode } from 'react'

interface Props {
  size?: number
}

function icon(content: ReactNode) {
  return ({ size = 18 }: Props) => (
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

export const UserIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.8-3.8 3.8-6 7.5-6s6.7 2.2 7.5 6" />
  </>,
)
export const TrashIcon = icon(<path d="M4 7h16M9.5 7V4.5h5V7M6 7l1 12.5h10L18 7M10 11v5M14 11v5" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const DeviceIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
    <path d="M8.5 20h7M12 16.5V20" />
  </>,
)
export const GoogleIcon = ({ size = 18 }: Props) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth="3.6" aria-hidden="true">
    <path d="M18.7 6.3A9 9 0 0 0 4.2 7.5" stroke="#ea4335" />
    <path d="M4.2 7.5a9 9 0 0 0 0 9" stroke="#fbbc05" />
    <path d="M4.2 16.5A9 9 0 0 0 17.8 18.9" stroke="#34a853" />
    <path d="M17.8 18.9A9 9 0 0 0 21 12h-8.5" stroke="#4285f4" />
  </svg>
)
