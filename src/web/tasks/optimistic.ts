import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshUnlessLive } from '../live/live-queries.ts'
import { type Change, changeLists, keys } from './cache.ts'

interface Options<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** The name under which a failure is reported. */
  failure: string
  /** The change that the lists show before the server has answered. */
  preview: (input: Input) => Change
  onSuccess?: (answer: Answer) => void
}

/** A mutation that the lists show at once, and take back if it fails. The screen of a task shows its form instead. */
export function useOptimisticMutation<Input, Answer>({ send, failure, preview, onSuccess }: Options<Input, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    meta: { failure },
    onMutate: (input) => show(client, preview(input)),
    onSuccess: (answer) => onSuccess?.(answer),
    onError: (_error, _input, shown) => shown && takeBack(client, shown),
    onSettled: (_answer, _error, _input, shown) => {
      for (const queryKey of shown?.interrupted ?? []) void client.invalidateQueries({ queryKey })
      refreshUnlessLive(client)
    },
  })
}

interface Shown {
  /** The cached data before the change. */
  before: [QueryKey, unknown][]
  /** The cached data that replaced it, by key. */
  after: Map<string, unknown>
  /** Lists that were being fetched, and have to be fetched again. */
  interrupted: QueryKey[]
}

const cachedTasks = (client: QueryClient) =>
  [keys.lists, keys.tasks].flatMap((queryKey) => client.getQueriesData<unknown>({ queryKey }))

async function show(client: QueryClient, change: Change): Promise<Shown> {
  const lists = client.getQueryCache().findAll({ queryKey: keys.lists })
  const interrupted = lists.filter(({ state }) => state.isInvalidated || state.fetchStatus !== 'idle')
  await client.cancelQueries({ queryKey: keys.lists })
  const before = cachedTasks(client)
  changeLists(client, change)
  const after = new Map(cachedTasks(client).map(([key, data]) => [JSON.stringify(key), data]))
  return { before, after, interrupted: interrupted.map(({ queryKey }) => queryKey) }
}

/** Restores the cached data. Data that has changed since is fetched again instead. */
function takeBack(client: QueryClient, { before, after }: Shown) {
  for (const [queryKey, data] of before) {
    if (client.getQueryData(queryKey) === after.get(JSON.stringify(queryKey))) client.setQueryData(queryKey, data)
    else void client.invalidateQueries({ queryKey })
  }
}
