/** The groups of commands in the help and in the palette. */
export const groups = ['General', 'Go to', 'In a list of tasks', 'On a task'] as const

interface Command {
  label: string
  group: (typeof groups)[number]
  /** Alternatives. Keys pressed together are joined by +, keys pressed one after another by a space. */
  keys: readonly [string, ...string[]]
  /** Whether it also runs while a text field has the focus. */
  runsWhileTyping?: true
  /** Whether holding the key down canRepeat the command. */
  canRepeat?: true
}

/** All commands. Keys, palette, tooltips and help are derived from this table. */
const table = {
  palette: { label: 'Search or jump to …', group: 'General', keys: ['mod+k'], runsWhileTyping: true },
  newTask: { label: 'New task', group: 'General', keys: ['n'] },
  quickAdd: { label: 'Quick add', group: 'General', keys: ['q'] },
  search: { label: 'Search tasks', group: 'General', keys: ['/'] },
  undo: { label: 'Undo the last change', group: 'General', keys: ['mod+z'] },
  redo: { label: 'Redo', group: 'General', keys: ['mod+shift+z', 'mod+y'] },
  help: { label: 'Keyboard shortcuts', group: 'General', keys: ['?'] },

  goDashboard: { label: 'Dashboard', group: 'Go to', keys: ['g d'] },
  goBoard: { label: 'Board', group: 'Go to', keys: ['g b'] },
  goNext: { label: 'Next', group: 'Go to', keys: ['g n'] },
  goOverview: { label: 'Overview', group: 'Go to', keys: ['g o'] },
  goTrash: { label: 'Trash', group: 'Go to', keys: ['g t'] },
  goProfile: { label: 'Profile', group: 'Go to', keys: ['g p'] },
  goSettings: { label: 'Settings', group: 'Go to', keys: ['g s'] },
  goHome: { label: 'Home', group: 'Go to', keys: ['g h'] },

  nextTask: { label: 'Next task', group: 'In a list of tasks', keys: ['j'], canRepeat: true },
  previousTask: { label: 'Previous task', group: 'In a list of tasks', keys: ['k'], canRepeat: true },
  taskRight: { label: 'Task to the right', group: 'In a list of tasks', keys: ['ArrowRight', 'l'], canRepeat: true },
  taskLeft: { label: 'Task to the left', group: 'In a list of tasks', keys: ['ArrowLeft', 'h'], canRepeat: true },
  taskBelow: { label: 'Task below', group: 'In a list of tasks', keys: ['ArrowDown'], canRepeat: true },
  taskAbove: { label: 'Task above', group: 'In a list of tasks', keys: ['ArrowUp'], canRepeat: true },
  openTask: { label: 'Open the task', group: 'In a list of tasks', keys: ['Enter'] },
  select: { label: 'Select or unselect', group: 'In a list of tasks', keys: ['x'] },
  selectNext: {
    label: 'Extend the selection down',
    group: 'In a list of tasks',
    keys: ['shift+j', 'shift+ArrowRight'],
    canRepeat: true,
  },
  selectPrevious: {
    label: 'Extend the selection up',
    group: 'In a list of tasks',
    keys: ['shift+k', 'shift+ArrowLeft'],
    canRepeat: true,
  },
  selectAll: { label: 'Select all', group: 'In a list of tasks', keys: ['mod+a'] },
  clearSelection: { label: 'Clear the selection', group: 'In a list of tasks', keys: ['Escape'] },
  complete: { label: 'Complete or reopen', group: 'In a list of tasks', keys: ['c'] },
  setStatus: { label: 'Change the status', group: 'In a list of tasks', keys: ['s'] },
  setPriority: { label: 'Change the priority', group: 'In a list of tasks', keys: ['p'] },
  setDue: { label: 'Change the due date', group: 'In a list of tasks', keys: ['d'] },
  lift: {
    label: 'Lift a card on the board, to move it with the arrow keys',
    group: 'In a list of tasks',
    keys: ['Space'],
  },
  deleteTasks: { label: 'Delete', group: 'In a list of tasks', keys: ['Delete', 'Backspace'] },

  editTask: { label: 'Edit title and description', group: 'On a task', keys: ['e'] },
  saveTask: { label: 'Update the task', group: 'On a task', keys: ['mod+Enter'], runsWhileTyping: true },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof table
export const commands: Record<CommandId, Command> = table
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
}

/** The keys as printed on a keyboard, those pressed together in one list: `g d` is [['G'], ['D']]. */
export function keycaps(keys: string): string[][] {
  return keys.split(' ').map((chord) => chord.split('+').map((key) => names[key] ?? key.toUpperCase()))
}

/** The first keys of a command as one text: `Ctrl K`, `G then B`. */
export function shortcutOf(id: CommandId, joint = ' '): string {
  const chords = keycaps(commands[id].keys[0]).map((caps) => caps.join(joint))
  return chords.join(' then ')
}

/** A command with its first keys, for a tooltip: `New task (N)`. */
export const withKeys = (id: CommandId) => `${commands[id].label} (${shortcutOf(id, '+')})`
