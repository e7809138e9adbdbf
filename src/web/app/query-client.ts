import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../../contract/client.ts'
import { forgetUser, sessionQuery } from '../accounts/session.ts'
import { withdrawFailure } from '../ui/alerts.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    /** The name under which a failure is reported: what was said about it is taken away when it is tried again. */
    mutationMeta: { failure?: string }
  }
}

/** A session that ended elsewhere shows with the next call: all that was its user's is forgotten, and protected screens lead to the sign-in. */
function onError(error: unknown) {
  if (error instanceof CallError && error.code === 'not_signed_in' && queryClient.getQueryData(sessionQuery.queryKey)) {
    forgetUser(queryClient)
  }
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError,
    onMutate: (_variables, { meta }) => {
      if (meta?.failure) withdrawFailure(meta.failure)
    },
  }),
  defaultOptions: {
    queries: {
      // Without a network a server on this machine still answers, and a screen says so when none does, instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && error.code === 'network' && navigator.onLine,
      retryDelay: (failures) => 400 * 2 ** failures * (0.5 + Math.random() / 2),
    },
    // Offline, a change fails at once and says so; it does not wait unseen and happen later.
    mutations: { networkMode: 'always' },
  },
})
