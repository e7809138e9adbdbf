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
  task: '/task/:id',
  trash: '/trash',
  profile: '/profile',
  settings: '/settings',
} as const

export const taskPath = (id: string) => paths.task.replace(':id', encodeURIComponent(id))
