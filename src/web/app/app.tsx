import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { Alerts } from '../ui/alerts.tsx'
import { Dialogs } from '../ui/dialogs.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      {/* Mantine writes all its variables into the page, which is smaller than the file with their defaults. */}
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        <RouterProvider router={router} />
        <Dialogs />
        <Alerts />
      </MantineProvider>
    </QueryClientProvider>
  )
}
