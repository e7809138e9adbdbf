import { createHashRouter, Navigate } from 'react-router'
import { Loading } from '../ui/loading.tsx'
import { Broken } from './broken.tsx'
import { paths } from './paths.ts'
import { Protected } from './protected.tsx'
import { Shell } from './shell.tsx'

/** Every screen is loaded when it is first needed. Addresses are matched in any letter case: /Auth is /auth. */
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
          { path: paths.auth, lazy: async () => ({ Component: (await import('../screens/auth/auth.tsx')).Auth }) },
          // Where a plain `#pricing` ends up in a hash router.
          { path: '/pricing', element: <Navigate to={paths.pricing} replace /> },
          {
            Component: Protected,
            children: [
              {
                path: paths.dashboard,
                lazy: async () => ({ Component: (await import('../screens/dashboard/dashboard.tsx')).Dashboard }),
              },
              {
                path: paths.board,
                lazy: async () => ({ Component: (await import('../screens/board/board.tsx')).Board }),
              },
              {
                path: paths.next,
                lazy: async () => ({ Component: (await import('../screens/next/next.tsx')).Next }),
              },
              {
                path: paths.overview,
                lazy: async () => ({ Component: (await import('../screens/overview/overview.tsx')).Overview }),
              },
              {
                path: paths.addTask,
                lazy: async () => ({ Component: (await import('../screens/add-task/add-task.tsx')).AddTask }),
              },
              {
                path: paths.task,
                lazy: async () => ({
                  Component: (await import('../screens/task-details/task-details.tsx')).TaskDetails,
                }),
              },
              {
                path: paths.trash,
                lazy: async () => ({ Component: (await import('../screens/trash/trash.tsx')).Trash }),
              },
              {
                path: paths.profile,
                lazy: async () => ({ Component: (await import('../screens/profile/profile.tsx')).Profile }),
              },
              {
                path: paths.settings,
                lazy: async () => ({ Component: (await import('../screens/settings/settings.tsx')).Settings }),
              },
            ],
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
