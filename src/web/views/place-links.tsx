import type { ReactNode } from 'react'
import type { PlaceCounts } from '../../contract/task-lists/places.ts'
import type { CommandId } from '../commands/commands.ts'
import { paths, taskViews } from '../navigation/paths.ts'
import { BlockedIcon, CalendarIcon, ListIcon, QuestionIcon, SnoozeIcon, TodayIcon } from '../ui/icons.tsx'

export type Counts = PlaceCounts & { needsYou: number }

interface PlaceLink {
  name: string
  to: string
  command: CommandId
  icon: (size: number) => ReactNode
  /** Whether a path belongs to it. */
  holds: (path: string) => boolean
  count?: (counts: Counts) => number
  /** Whether the number stands out. Without a number, the place is hidden. */
  isUrgent?: true
}

const at = (to: string) => ({ to, holds: (path: string) => path === to })

/** The places of the app, in the order of the rail. */
export const placeLinks: readonly PlaceLink[] = [
  {
    name: 'Today',
    ...at(paths.today),
    command: 'goToday',
    icon: (size) => <TodayIcon size={size} />,
    count: ({ today }) => today,
  },
  {
    name: 'Needs you',
    ...at(paths.needsYou),
    command: 'goNeedsYou',
    icon: (size) => <QuestionIcon size={size} />,
    count: ({ needsYou }) => needsYou,
    isUrgent: true,
  },
  { name: 'Calendar', ...at(paths.calendar), command: 'goCalendar', icon: (size) => <CalendarIcon size={size} /> },
  {
    name: 'Later',
    ...at(paths.later),
    command: 'goLater',
    icon: (size) => <SnoozeIcon size={size} />,
    count: ({ later }) => later,
  },
  {
    name: 'Waiting',
    ...at(paths.waiting),
    command: 'goWaiting',
    icon: (size) => <BlockedIcon size={size} />,
    count: ({ waiting }) => waiting,
  },
  {
    name: 'All tasks',
    to: paths.dashboard,
    command: 'goDashboard',
    icon: (size) => <ListIcon size={size} />,
    holds: (path) => taskViews.includes(path) && path !== paths.calendar,
    count: ({ open }) => open,
  },
]
