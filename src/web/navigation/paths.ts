/** Every address of the web app, after the `#`. */
export const paths = {
  landing: '/',
  pricing: { pathname: '/', hash: '#pricing' },
  auth: '/auth',
  forgotPassword: '/forgot-password',
  /** The server names it in mails. */
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  /** Leads to the screen that the user has chosen to start with: manifest.webmanifest names it too. */
  start: '/start',
  today: '/today',
  needsYou: '/needs-you',
  dashboard: '/dashboard',
  list: '/list',
  board: '/board',
  calendar: '/calendar',
  next: '/next',
  later: '/later',
  waiting: '/waiting',
  overview: '/overview',
  addTask: '/add-task',
  /** Quick add, for shortcuts and shares: manifest.webmanifest names it too. */
  newTask: '/new',
  task: '/task/:id',
  agents: '/agents',
  activity: '/activity',
  trash: '/trash',
  import: '/import',
  profile: '/profile',
  settings: '/settings',
  /** Approves a device that shows a code: the server names it to devices. */
  device: '/device',
  /** Approves a program that signs in with the browser: the server leads to it. */
  authorize: '/authorize',
} as const

/** The screens that show the user's tasks in different ways. */
export const taskViews: string[] = [
  paths.dashboard,
  paths.list,
  paths.board,
  paths.calendar,
  paths.next,
  paths.overview,
]

/** The places that hold some of the tasks. */
export const placeViews: string[] = [paths.later, paths.waiting]

/** A page of the settings: screens/settings/pages.ts names them. */
export const settingsPath = (page: string) => `${paths.settings}/${page}`

export const taskPath = (id: string) => paths.task.replace(':id', encodeURIComponent(id))
