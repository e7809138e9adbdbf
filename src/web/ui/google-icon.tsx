import type { IconProps } from './icon.tsx'

export const GoogleIcon = ({ size = 18 }: IconProps) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth="3.6" aria-hidden="true">
    <path d="M18.7 6.3A9 9 0 0 0 4.2 7.5" stroke="#ea4335" />
    <path d="M4.2 7.5a9 9 0 0 0 0 9" stroke="#fbbc05" />
    <path d="M4.2 16.5A9 9 0 0 0 17.8 18.9" stroke="#34a853" />
    <path d="M17.8 18.9A9 9 0 0 0 21 12h-8.5" stroke="#4285f4" />
  </svg>
)
