import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { maxAlerts } from '../ui/alerts.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {/* ui/layers.ts handles Escape: it closes the topmost layer only. */}
        <ModalsProvider modalProps={{ closeOnEscape: false, transitionProps: { duration: 0 } }}>
          <RouterProvider router={router} />
        </ModalsProvider>
        <Notifications position="bottom-left" limit={maxAlerts} transitionDuration={160} />
      </MantineProvider>
    </QueryClientProvider>
  )
}
