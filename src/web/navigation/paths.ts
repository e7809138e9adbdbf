/** Every address of the web app, after the `#`. */
export const paths = {
  landing: '/',
  pricing: { pathname: '/', hash: '#pricing' },
  auth: '/auth',
  dashboard: '/dashboard',
  board: '/board',
  next: '/next',
  overview: '/overview',
  addTask: '/add-task',
  /** Quick add, for shortcuts and shares: manifest.webmanifest names it too. */
  newTask: '/new',
  task: '/task/:id',
  trash: '/trash',
  profile: '/profile',
  settings: '/settings',
} as const

export const taskPath = (id: string) => paths.task.replace(':id', encodeURIComponent(id))
