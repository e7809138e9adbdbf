import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { Alerts } from '../ui/alerts.tsx'
import { Dialogs } from '../ui/dialogs.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Dialogs />
      <Alerts />
    </QueryClientProvider>
  )
}
