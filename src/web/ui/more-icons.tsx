import { icon } from './icon.tsx'

// Icons of screens that are loaded later. Each icon of icons.tsx is part of the first load.

export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />,
)
export const KeyIcon = icon(
  <>
    <circle cx="8.5" cy="15.5" r="4" />
    <path d="M11.500 12.500 19.500 4.500M16 8l3 3M13.500 10.500l2 2" />
  </>,
)
export const PageIcon = icon(<path d="M13.500 4h-7v16h11V8ZM13.500 4v4h4" />)
export const PrintIcon = icon(<path d="M7.5 9V4.500h9V9M7.500 17H4.500V9h15v8h-3M7.500 14h9v5.500h-9Z" />)
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
)
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 5.500v-1h-11v11h1" />
  </>,
)
export const PencilIcon = icon(<path d="m4.5 19.5 1-4L16 5l3 3L8.5 18.5l-4 1Z" />)
export const DeviceIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
    <path d="M8.5 20h7M12 16.5V20" />
  </>,
)
export const GripIcon = icon(<path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />)
export const RedoIcon = icon(<path d="m15.5 5 4 4-4 4M19.5 9H10a5 5 0 0 0 0 10h3" />)
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.400M5.6 18.4 7 17M17 7l1.4-1.4" />
  </>,
)
export const MoonIcon = icon(<path d="M19.5 14.5A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10Z" />)
export const SignOutIcon = icon(<path d="M10 4.500H5.500v15H10M14.5 8l4 4-4 4M18.5 12H10" />)
export const GearIcon = icon(
  <>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3.5v3M12 17.500v3M3.5 12h3M17.5 12h3M6 6l2.1 2.100M15.9 15.9 18 18M6 18l2.1-2.100M15.9 8.1 18 6" />
  </>,
)
export const HomeIcon = icon(<path d="M4 11.5 12 5l8 6.500M6.5 10v9.500h11V10" />)
export const FlagIcon = icon(<path d="M6 20.500v-16h11l-2 4 2 4H6" />)
export const RingIcon = icon(<circle cx="12" cy="12" r="7.5" strokeDasharray="3.2 2.4" />)
export const RelatedIcon = icon(<path d="M4 9h13m0 0-3.5-3.5M17 9l-3.5 3.5M20 15H7m0 0 3.5-3.5M7 15l3.5 3.5" />)
export const CommitIcon = icon(
  <path d="M3 12h5.500M15.500 12H21M12 8.500a3.500 3.500 0 1 1 0 7a3.500 3.500 0 0 1 0-7Z" />,
)
export const BranchIcon = icon(
  <path d="M7 8v8M7 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM7 20a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM17 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM17 8c0 5-10 3-10 8" />,
)
export const ChangeRequestIcon = icon(
  <path d="M7 8v8M7 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM7 20a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM17 20a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM17 16V9a3 3 0 0 0-3-3h-2m0 0 2.500-2.500M12 6l2.500 2.500" />,
)
export const SendIcon = icon(<path d="M12 19V5m0 0-6 6m6-6 6 6" />)
export const RecentIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const FilterIcon = icon(<path d="M4 7h16M7 12h10M10 17h4" />)
export const SelectIcon = icon(<path d="m8 9.5 4-4 4 4M8 14.5l4 4 4-4" />)
export const WarningIcon = icon(<path d="M12 4.5 20.500 19h-17L12 4.500ZM12 10v4.500M12 16.800v.2" />)
export const ImportIcon = icon(<path d="M12 4v10.500m0 0 4.500-4.500M12 14.500 7.500 10M4.500 17v2.500h15V17" />)
