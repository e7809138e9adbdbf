import { type AmountName, amountFields } from '../../contract/task-fields.ts'
import { capitalised } from '../../contract/words/capitalised.ts'

/** The groups of commands in the help and in the palette. */
export const groups = [
  'General',
  'Go to',
  'In a list of tasks',
  'In the calendar',
  'Change tasks',
  'On a task',
] as const

interface Command {
  label: string
  group: (typeof groups)[number]
  /** Alternatives; none for a command of the palette only. Keys pressed together are joined by +, keys pressed one after another by a space. */
  keys: readonly string[]
  /** Other words by which the palette finds it. */
  words?: string
  /** Whether it also runs while a text field has the focus. */
  runsWhileTyping?: true
  /** Whether holding the key down repeats the command. */
  canRepeat?: true
}

/** All commands. Keys, palette, tooltips and help are derived from this table. */
const table = {
  palette: { label: 'Search or jump to …', group: 'General', keys: ['mod+k'], runsWhileTyping: true },
  newTask: { label: 'New task', group: 'General', keys: ['n'] },
  quickAdd: { label: 'Quick add', group: 'General', keys: ['q'] },
  search: { label: 'Search tasks', group: 'General', keys: ['/'] },
  filter: { label: 'Filter tasks', group: 'General', keys: ['f'] },
  save: {
    label: 'Save the text, or the changed view',
    group: 'General',
    keys: ['mod+s'],
    runsWhileTyping: true,
  },
  display: { label: 'Display: layout, order, groups', group: 'General', keys: ['v'], words: 'sort columns density' },
  print: { label: 'Print', group: 'General', keys: [], words: 'paper pdf' },
  shareView: { label: 'Share this view by a link', group: 'General', keys: [], words: 'secret show' },
  undo: { label: 'Undo the last change', group: 'General', keys: ['mod+z'] },
  redo: { label: 'Redo', group: 'General', keys: ['mod+shift+z', 'mod+y'] },
  help: { label: 'Keyboard shortcuts', group: 'General', keys: ['?'] },
  useLightTheme: { label: 'Use the light theme', group: 'General', keys: [], words: 'appearance mode' },
  useDarkTheme: { label: 'Use the dark theme', group: 'General', keys: [], words: 'appearance mode night' },
  useSystemTheme: { label: 'Follow the system theme', group: 'General', keys: [], words: 'appearance mode auto' },
  signOut: { label: 'Sign out', group: 'General', keys: [], words: 'log out logout' },

  goToday: { label: 'Today', group: 'Go to', keys: ['g g'] },
  goNeedsYou: { label: 'Needs you', group: 'Go to', keys: ['g q'], words: 'questions answer decide agents' },
  goDashboard: { label: 'Dashboard', group: 'Go to', keys: ['g d'] },
  goList: { label: 'List', group: 'Go to', keys: ['g l'] },
  goBoard: { label: 'Board', group: 'Go to', keys: ['g b'] },
  goCalendar: { label: 'Calendar', group: 'Go to', keys: ['g c'] },
  goNext: { label: 'Next', group: 'Go to', keys: ['g n'] },
  goLater: { label: 'Later', group: 'Go to', keys: ['g z'], words: 'snoozed put off' },
  goWaiting: { label: 'Waiting', group: 'Go to', keys: ['g w'], words: 'blocked' },
  goOverview: { label: 'Overview', group: 'Go to', keys: ['g o'] },
  goView: {
    label: 'Saved view',
    group: 'Go to',
    keys: ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'],
  },
  goAgents: { label: 'Agents', group: 'Go to', keys: ['g a'], words: 'tokens scripts undo' },
  goActivity: { label: 'Activity', group: 'Go to', keys: ['g v'], words: 'history changes log undo' },
  goTrash: { label: 'Trash', group: 'Go to', keys: ['g t'] },
  goImport: { label: 'Import', group: 'Go to', keys: [], words: 'todoist trello github jira csv file upload' },
  goProfile: { label: 'Profile', group: 'Go to', keys: ['g p'] },
  goSettings: { label: 'Settings', group: 'Go to', keys: ['g s'] },
  goHome: { label: 'Home', group: 'Go to', keys: ['g h'] },

  nextTask: { label: 'Next task', group: 'In a list of tasks', keys: ['j'], canRepeat: true },
  previousTask: { label: 'Previous task', group: 'In a list of tasks', keys: ['k'], canRepeat: true },
  taskRight: { label: 'Task to the right', group: 'In a list of tasks', keys: ['ArrowRight'], canRepeat: true },
  taskLeft: { label: 'Task to the left', group: 'In a list of tasks', keys: ['ArrowLeft'], canRepeat: true },
  taskBelow: { label: 'Task below', group: 'In a list of tasks', keys: ['ArrowDown'], canRepeat: true },
  taskAbove: { label: 'Task above', group: 'In a list of tasks', keys: ['ArrowUp'], canRepeat: true },
  peek: {
    label: 'Peek at the task; on the board with Shift',
    group: 'In a list of tasks',
    keys: ['Space', 'shift+Space'],
    words: 'preview panel',
  },
  openTask: { label: 'Open the task', group: 'In a list of tasks', keys: ['Enter'] },
  select: { label: 'Select or unselect', group: 'In a list of tasks', keys: ['x'] },
  selectNext: {
    label: 'Extend the selection down',
    group: 'In a list of tasks',
    keys: ['shift+j', 'shift+ArrowDown', 'shift+ArrowRight'],
    canRepeat: true,
  },
  selectPrevious: {
    label: 'Extend the selection up',
    group: 'In a list of tasks',
    keys: ['shift+k', 'shift+ArrowUp', 'shift+ArrowLeft'],
    canRepeat: true,
  },
  selectAll: { label: 'Select all', group: 'In a list of tasks', keys: ['mod+a'] },
  clearSelection: { label: 'Clear the selection', group: 'In a list of tasks', keys: ['Escape'] },
  complete: { label: 'Complete or reopen', group: 'Change tasks', keys: ['c'] },
  setStatus: { label: 'Change the status', group: 'Change tasks', keys: ['s'] },
  setPriority: { label: 'Change the priority', group: 'Change tasks', keys: ['p'] },
  setDue: { label: 'Change the due date', group: 'Change tasks', keys: ['d'] },
  snooze: { label: 'Snooze', group: 'Change tasks', keys: ['z'], words: 'start date later someday put off' },
  setRepeat: { label: 'Set how it repeats', group: 'Change tasks', keys: ['r'], words: 'repeat every' },
  setReminders: { label: 'Set reminders', group: 'Change tasks', keys: ['i'], words: 'remind alert notify' },
  skip: {
    label: 'Skip this date of a repeating task',
    group: 'Change tasks',
    keys: ['shift+z'],
    words: 'skip this one repeat',
  },
  claim: {
    label: 'Hold, hand over or release',
    group: 'Change tasks',
    keys: ['a'],
    words: 'claim take over holder agent',
  },
  setLabels: { label: 'Change the labels', group: 'Change tasks', keys: ['l'] },
  addBlocker: { label: 'Link to another task', group: 'Change tasks', keys: ['b'], words: 'blocked by blocker' },
  addParent: { label: 'Make it a part of another task', group: 'Change tasks', keys: [], words: 'parent' },
  addRelated: { label: 'Relate it to another task', group: 'Change tasks', keys: [], words: 'link' },
  moveUp: {
    label: 'Move up in the manual order, or one week earlier',
    group: 'Change tasks',
    keys: ['mod+shift+ArrowUp'],
  },
  moveDown: {
    label: 'Move down in the manual order, or one week later',
    group: 'Change tasks',
    keys: ['mod+shift+ArrowDown'],
  },
  copyLink: { label: 'Copy link', group: 'Change tasks', keys: [] },
  share: { label: 'Share by a link', group: 'Change tasks', keys: ['shift+s'], words: 'secret show' },
  copyBranch: { label: 'Copy branch name', group: 'Change tasks', keys: ['shift+b'], words: 'git' },
  deleteTasks: { label: 'Delete', group: 'Change tasks', keys: ['Delete', 'Backspace'] },

  moveLeft: { label: 'Move a task one day earlier', group: 'In the calendar', keys: ['mod+shift+ArrowLeft'] },
  moveRight: { label: 'Move a task one day later', group: 'In the calendar', keys: ['mod+shift+ArrowRight'] },
  calendarPrevious: {
    label: 'Previous month or week',
    group: 'In the calendar',
    keys: ['PageUp', '['],
    canRepeat: true,
  },
  calendarNext: { label: 'Next month or week', group: 'In the calendar', keys: ['PageDown', ']'], canRepeat: true },
  calendarToday: { label: 'Back to today', group: 'In the calendar', keys: ['t'] },
  calendarRange: { label: 'Show a month or a week', group: 'In the calendar', keys: ['w'] },

  editTask: { label: 'Edit title and description', group: 'On a task', keys: ['e'] },
  writeNote: { label: 'Write a note', group: 'On a task', keys: ['m'], words: 'comment' },
  saveTask: { label: 'Add or update the task', group: 'On a task', keys: ['mod+Enter'], runsWhileTyping: true },
} as const satisfies Record<string, Command>

type AmountCommand = `set${Capitalize<AmountName>}`
/** The command that sets an amount. */
export const amountCommand = (field: AmountName) => `set${capitalised(field)}` as AmountCommand
const amountTable = Object.fromEntries(
  amountFields.map(({ field, name, unit }): [string, Command] => [
    amountCommand(field),
    { label: `Change the ${name}`, group: 'Change tasks', keys: [unit.key], words: unit.name },
  ]),
) as Record<AmountCommand, Command>

export type CommandId = keyof typeof table | AmountCommand
export const commands: Record<CommandId, Command> = { ...table, ...amountTable }
export const commandIds = Object.keys(commands) as CommandId[]

export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')
const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
  Delete: 'Del',
  Backspace: '⌫',
  Space: 'Space',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
}

/** The keys as printed on a keyboard, those pressed together in one list: `g d` is [['G'], ['D']]. */
export function keycaps(keys: string): string[][] {
  return keys.split(' ').map((chord) => chord.split('+').map((key) => names[key] ?? key.toUpperCase()))
}

/** The first keys of a command as one text: `Ctrl K`, `G then B`. */
export const shortcutOf = (id: CommandId, joint = ' ') => keysInWords(commands[id].keys[0] ?? '', joint)

/** Keys as one text. */
export function keysInWords(keys: string, joint = ' '): string {
  const chords = keycaps(keys).map((caps) => caps.join(joint))
  return chords.join(' then ')
}

/** Devices without a keyboard need no hints about keys. */
const hasKeys = typeof matchMedia === 'undefined' || !matchMedia('(hover: none)').matches

/** A command with its first keys, for a tooltip: `New task (N)`. */
export const withKeys = (id: CommandId) =>
  hasKeys ? `${commands[id].label} (${shortcutOf(id, '+')})` : commands[id].label
