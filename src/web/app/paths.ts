/** Every address of the web app, behind the `#`. */
export const paths = {
  landing: '/',
  pricing: { pathname: '/', hash: '#pricing' },
  auth: '/auth',
  dashboard: '/dashboard',
  addTask: '/add-task',
  task: '/task/:id',
  trash: '/trash',
  profile: '/profile',
  settings: '/settings',
} as const
