import type { CommandId } from '../commands/commands.ts'

/** Every address of the web app, behind the `#`. */
export const paths = {
  landing: '/',
  pricing: { pathname: '/', hash: '#pricing' },
  auth: '/auth',
  dashboard: '/dashboard',
  board: '/board',
  next: '/next',
  overview: '/overview',
  addTask: '/add-task',
  task: '/task/:id',
  trash: '/trash',
  profile: '/profile',
  settings: '/settings',
} as const

/** The ways to look at the tasks, and the commands that lead there. */
export const taskViews: { name: string; to: string; command: CommandId }[] = [
  { name: 'Cards', to: paths.dashboard, command: 'goDashboard' },
  { name: 'Board', to: paths.board, command: 'goBoard' },
  { name: 'Next', to: paths.next, command: 'goNext' },
  { name: 'Overview', to: paths.overview, command: 'goOverview' },
]
