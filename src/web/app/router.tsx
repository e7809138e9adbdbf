import { createHashRouter } from 'react-router'
import { Loading } from '../ui/loading.tsx'
import { Broken } from './broken.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell.tsx'

/** Every screen is loaded when it is first needed. */
export const router = createHashRouter([
  {
    Component: Shell,
    ErrorBoundary: Broken,
    HydrateFallback: Loading,
    children: [
      {
        ErrorBoundary: Broken,
        children: [
          {
            path: paths.landing,
            lazy: async () => ({ Component: (await import('../screens/landing/landing.tsx')).Landing }),
          },
          {
            path: '*',
            lazy: async () => ({ Component: (await import('../screens/not-found/not-found.tsx')).NotFound }),
          },
        ],
      },
    ],
  },
])
