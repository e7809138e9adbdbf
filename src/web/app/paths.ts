/** Every address of the web app, behind the `#`. */
export const paths = {
  landing: '/',
  pricing: { pathname: '/', hash: '#pricing' },
  auth: '/auth',
  dashboard: '/dashboard',
  profile: '/profile',
  settings: '/settings',
} as const
