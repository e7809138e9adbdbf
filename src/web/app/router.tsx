import '../navigation/edited-address.ts'
import { createHashRouter, Navigate } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { noteNavigation } from '../ui/layers.ts'
import { Loading } from '../ui/loading.tsx'
import { Broken } from './broken.tsx'
import { onDemand, screens } from './on-demand.ts'
import { routeShare } from './share-target.ts'
import { Shell } from './shell.tsx'

routeShare()

/** The router ignores case: /Auth is /auth. */
export const router = createHashRouter([
  {
    Component: Shell,
    ErrorBoundary: Broken,
    HydrateFallback: Loading,
    children: [
      {
        ErrorBoundary: Broken,
        children: [
          { path: paths.landing, lazy: screens.landing },
          { path: paths.auth, lazy: screens.auth },
          { path: paths.forgotPassword, lazy: screens.forgotPassword },
          { path: paths.resetPassword, lazy: screens.resetPassword },
          { path: paths.confirmEmail, lazy: screens.confirmEmail },
          { path: paths.unsubscribe, lazy: screens.unsubscribe },
          // A plain `#pricing` link leads here in a hash router.
          { path: '/pricing', element: <Navigate to={paths.pricing} replace /> },
          {
            // Loaded only for signed-in users.
            lazy: onDemand(async () => ({ Component: (await import('./protected.tsx')).Protected })),
            children: [
              {
                // If a screen breaks, the live connection, the commands and the navigation still work.
                ErrorBoundary: Broken,
                children: [
                  { path: paths.start, lazy: screens.start },
                  { path: paths.today, lazy: screens.today },
                  { path: paths.needsYou, lazy: screens.needsYou },
                  { path: paths.dashboard, lazy: screens.dashboard },
                  { path: paths.list, lazy: screens.list },
                  { path: paths.board, lazy: screens.board },
                  { path: paths.calendar, lazy: screens.calendar },
                  { path: paths.next, lazy: screens.next },
                  { path: paths.later, lazy: screens.later },
                  { path: paths.waiting, lazy: screens.waiting },
                  { path: paths.overview, lazy: screens.overview },
                  { path: paths.addTask, lazy: screens.addTask },
                  { path: paths.newTask, lazy: screens.newTask },
                  { path: paths.task, lazy: screens.task },
                  { path: paths.agents, lazy: screens.agents },
                  { path: paths.activity, lazy: screens.activity },
                  { path: paths.trash, lazy: screens.trash },
                  { path: paths.import, lazy: screens.import },
                  { path: paths.profile, lazy: screens.profile },
                  { path: `${paths.settings}/:page?`, lazy: screens.settings },
                  { path: paths.device, lazy: screens.device },
                  { path: paths.authorize, lazy: screens.authorize },
                ],
              },
            ],
          },
          { path: '*', lazy: screens.notFound },
        ],
      },
    ],
  },
])

noteNavigation(router.state.location.key)
router.subscribe(({ location }) => noteNavigation(location.key))
