import type { ReactNode } from 'react'
import { wordsOf } from '../../contract/search.ts'
import { amountFields } from '../../contract/task-fields.ts'
import { amountCommand, type CommandId, commands } from '../commands/commands.ts'
import {
  ActivityIcon,
  BackIcon,
  BellIcon,
  BlockedIcon,
  BoardIcon,
  CalendarIcon,
  CardsIcon,
  ChartIcon,
  CheckIcon,
  DownIcon,
  ForwardIcon,
  GaugeIcon,
  KeyboardIcon,
  ListIcon,
  NextIcon,
  PartsIcon,
  PlusIcon,
  QuestionIcon,
  RepeatIcon,
  SearchIcon,
  SlidersIcon,
  SnoozeIcon,
  TagIcon,
  TerminalIcon,
  TrashIcon,
  UndoIcon,
  UpIcon,
  UserIcon,
} from '../ui/icons.tsx'
import {
  BranchIcon,
  DeviceIcon,
  EyeIcon,
  FilterIcon,
  FlagIcon,
  GearIcon,
  HomeIcon,
  ImportIcon,
  LinkIcon,
  MoonIcon,
  PencilIcon,
  PrintIcon,
  RedoIcon,
  RelatedIcon,
  RingIcon,
  SignOutIcon,
  SunIcon,
} from '../ui/more-icons.tsx'

type Icons = Partial<Record<CommandId, (props: { size?: number }) => ReactNode>>

/** The commands for the selected or open task. */
const forTasks: Icons = {
  complete: CheckIcon,
  setStatus: RingIcon,
  setPriority: FlagIcon,
  setDue: CalendarIcon,
  snooze: SnoozeIcon,
  setRepeat: RepeatIcon,
  setReminders: BellIcon,
  skip: NextIcon,
  setLabels: TagIcon,
  claim: UserIcon,
  addBlocker: BlockedIcon,
  addParent: PartsIcon,
  addRelated: RelatedIcon,
  editTask: PencilIcon,
  copyLink: LinkIcon,
  share: EyeIcon,
  copyBranch: BranchIcon,
  moveUp: UpIcon,
  moveDown: DownIcon,
  moveLeft: BackIcon,
  moveRight: ForwardIcon,
  deleteTasks: TrashIcon,
  ...Object.fromEntries(amountFields.map(({ field }) => [amountCommand(field), GaugeIcon])),
}

/** The other commands. Those that only move the focus or the selection are not in the palette. */
const general: Icons = {
  newTask: PlusIcon,
  quickAdd: PlusIcon,
  search: SearchIcon,
  filter: FilterIcon,
  display: SlidersIcon,
  shareView: EyeIcon,
  print: PrintIcon,
  undo: UndoIcon,
  redo: RedoIcon,
  selectAll: CheckIcon,
  calendarPrevious: BackIcon,
  calendarNext: ForwardIcon,
  calendarToday: CalendarIcon,
  calendarRange: CalendarIcon,
  help: KeyboardIcon,
  goNeedsYou: QuestionIcon,
  goDashboard: CardsIcon,
  goList: ListIcon,
  goBoard: BoardIcon,
  goCalendar: CalendarIcon,
  goNext: NextIcon,
  goLater: SnoozeIcon,
  goWaiting: BlockedIcon,
  goOverview: ChartIcon,
  goAgents: TerminalIcon,
  goActivity: ActivityIcon,
  goTrash: TrashIcon,
  goImport: ImportIcon,
  goProfile: UserIcon,
  goSettings: GearIcon,
  goHome: HomeIcon,
  useLightTheme: SunIcon,
  useDarkTheme: MoonIcon,
  useSystemTheme: DeviceIcon,
  signOut: SignOutIcon,
}

export interface Action {
  id: CommandId
  label: string
  icon: ReactNode
}

function actionsOf(icons: Icons, available: CommandId[], words: string[]): Action[] {
  return (Object.entries(icons) as [CommandId, NonNullable<Icons[CommandId]>][])
    .filter(([id]) => available.includes(id) && words.every((word) => fits(id, word)))
    .map(([id, Icon]) => ({ id, label: labelOf(id), icon: <Icon /> }))
}

/** The available actions that match all words. */
export const taskActions = (available: CommandId[], words: string[]) => actionsOf(forTasks, available, words)
export const generalActions = (available: CommandId[], words: string[]) => actionsOf(general, available, words)

function labelOf(id: CommandId): string {
  const { group, label } = commands[id]
  return group === 'Go to' ? `Go to ${label}` : label
}

function fits(id: CommandId, word: string): boolean {
  return wordsOf(`${labelOf(id)} ${commands[id].words ?? ''}`).some((other) => other.startsWith(word))
}
