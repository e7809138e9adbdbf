import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { forgetUser, sessionQuery } from '../accounts/session.ts'
import { settingsKey } from '../live/live-queries.ts'
import { withdrawFailure } from '../ui/alerts.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    /** The name under which a failure is reported. The report is removed when the mutation is tried again. */
    mutationMeta: { failure?: string }
    /** Applies live events to the data of the query. In the query itself, so that it is loaded only with the screen that needs it. */
    queryMeta: { applyEvents?: (client: QueryClient, events: TaskEvent[]) => void }
  }
}

/** If a call shows that the session has ended, forgets all data of its user. Protected screens then lead to the sign-in screen. */
function onError(error: unknown) {
  if (error instanceof CallError && error.code === 'not_signed_in' && queryClient.getQueryData(sessionQuery.queryKey)) {
    void forgetUser(queryClient)
  }
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // These calls name their user. They are also refused if the browser is signed in as another one, whom the check of the session finds.
      if (queryKey[0] === settingsKey && error instanceof CallError && error.code === 'not_signed_in')
        void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
      else onError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError,
    onMutate: (_variables, { meta }) => {
      if (meta?.failure) withdrawFailure(meta.failure)
    },
  }),
  defaultOptions: {
    queries: {
      // Even offline, a server on the same machine can answer. If none does, the screen says so at once.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && error.code === 'network' && navigator.onLine,
      retryDelay: (failures) => 400 * 2 ** failures * (0.5 + Math.random() / 2),
    },
    // Offline, a change fails at once instead of waiting and happening later.
    mutations: { networkMode: 'always' },
  },
})
