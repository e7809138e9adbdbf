import { icon } from './icon.tsx'

export const UserIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.8-3.8 3.8-6 7.5-6s6.7 2.2 7.5 6" />
  </>,
)
export const TodayIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </>,
)
export const QuestionIcon = icon(
  <path d="M4 5h16v12h-9l-4 3.5V17H4V5ZM10 9.5a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1M12 14.5h.01" />,
)
export const TrashIcon = icon(<path d="M4 7h16M9.5 7V4.5h5V7M6 7l1 12.5h10L18 7M10 11v5M14 11v5" />)
export const ActivityIcon = icon(<path d="M3.5 12h4l3-7.5 3.5 15 3-7.5h3.5" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.3-4.3" />
  </>,
)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const SlidersIcon = icon(<path d="M4 8h9m6 0h1M16 5.500v5M4 16h2m6 0h8M9 13.500v5" />)
export const DownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const CardsIcon = icon(
  <>
    <rect x="4" y="4" width="6.5" height="6.5" rx="1.5" />
    <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.5" />
    <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.5" />
    <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.5" />
  </>,
)
export const ListIcon = icon(<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />)
export const BoardIcon = icon(
  <>
    <rect x="4" y="4" width="4.5" height="16" rx="1.5" />
    <rect x="10" y="4" width="4.5" height="11" rx="1.5" />
    <rect x="16" y="4" width="4.5" height="7" rx="1.5" />
  </>,
)
export const GaugeIcon = icon(
  <>
    <circle cx="12" cy="13" r="7.5" />
    <path d="M12 13V9M9.5 2.5h5" />
  </>,
)
export const NextIcon = icon(<path d="M4 12h11m0 0-4.5-4.5M15 12l-4.5 4.5M20 5v14" />)
export const ChartIcon = icon(<path d="M5 20v-7M12 20V4M19 20V9" />)
export const KeyboardIcon = icon(
  <>
    <rect x="3" y="6" width="18" height="12" rx="2" />
    <path d="M7 10h.01M12 10h.01M17 10h.01M8 14h8" />
  </>,
)
export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" />)
export const ClipIcon = icon(
  <path d="m19 11-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L12.6 4.6a3 3 0 0 1 4.3 4.3l-7.4 7.4a1.5 1.5 0 0 1-2.2-2.2l6.8-6.7" />,
)
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10.5h16M8.5 3.5v4M15.5 3.5v4" />
  </>,
)
export const RepeatIcon = icon(
  <path d="M4 11V9.5a3 3 0 0 1 3-3h12M16 3l3.5 3.5L16 10M20 13v1.5a3 3 0 0 1-3 3H5M8 21l-3.5-3.5L8 14" />,
)
export const SnoozeIcon = icon(<path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5ZM14 4h6l-6 6h6" />)
export const ChecklistIcon = icon(<path d="m4 7 2 2 3.5-4M4 16l2 2 3.5-4M13 7h7M13 16h7" />)
export const ProofIcon = icon(<path d="m12 3.5 7 2.500v5c0 4.500-3 7.500-7 9.500-4-2-7-5-7-9.500V6Z" />)
export const TagIcon = icon(<path d="M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5V4ZM8 8h.01" />)
export const BookmarkIcon = icon(<path d="M7 4h10v16l-5-4-5 4V4Z" />)
export const PinIcon = icon(<path d="M9 4h6l-1 6 3.5 3.5h-11L10 10 9 4ZM12 13.5V20" />)
export const PartsIcon = icon(
  <>
    <rect x="3.5" y="3.5" width="6" height="6" rx="1.5" />
    <rect x="14.5" y="9" width="6" height="5" rx="1.5" />
    <rect x="14.5" y="17" width="6" height="4" rx="1.5" />
    <path d="M6.5 9.5V19h8M6.5 11.5h8" />
  </>,
)
export const BlockedIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M8.5 12h7" />
  </>,
)
export const NoteIcon = icon(<path d="M5 5h14v10.500h-7.500L8 19v-3.500H5Z" />)
export const BackIcon = icon(<path d="m15 6-6 6 6 6" />)
export const ForwardIcon = icon(<path d="m9 6 6 6-6 6" />)
export const UpIcon = icon(<path d="m6 15 6-6 6 6" />)
export const UndoIcon = icon(<path d="M8.5 5 4.5 9l4 4M4.5 9H14a5 5 0 0 1 0 10h-3" />)
export const TerminalIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <path d="m7.5 10 2.5 2-2.5 2M12.5 14.5H16" />
  </>,
)
export const BellIcon = icon(<path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.500l1.500 1.500h-14ZM10 20.500h4" />)
