import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../contract/client.ts'
import { newId } from '../../contract/new-id.ts'
import { ownerHeader } from '../../contract/owner-header.ts'
import { refreshSettings, settingsKey } from '../live/live-queries.ts'
import { isLive } from '../live/state.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { createUserCell } from '../ui/client-state.ts'
import { messageOf } from '../ui/failed.ts'
import { keptSettings } from './kept-session.ts'
import { useSession } from './session.ts'

interface Options {
  headers: Record<string, string>
}

interface Loaded<Value, Change> {
  /** Names the value in the storage of this browser. */
  name: string
  empty: Value
  load: (options: Options & { signal: AbortSignal }) => Promise<Value>
  /** The value after a change. Applied twice, a change has no further effect. */
  apply: (value: Value, change: Change) => Value
}

interface Dependencies<Value, Change> extends Loaded<Value, Change> {
  send: (change: Change, options: Options) => Promise<unknown>
  /** Says that a change failed: "The view was not saved." */
  sayFailed: (change: Change) => string
}

interface Pending<Change> {
  change: Change
  /** Also its idempotency key, so that it can be sent again after a lost response. */
  id: string
}

const headersOf = (owner: string) => ({ [ownerHeader]: owner })

/**
 * Data of the signed-in user other than tasks: loaded from the server, told to be out of date by the live stream, and kept on this device for
 * a start without the server.
 */
export function loadedSettings<Value, Change>({ name, empty, load, apply }: Loaded<Value, Change>) {
  const kept = keptSettings<Value>(name)
  const query = (owner: string) =>
    queryOptions({
      queryKey: [settingsKey, name, owner],
      queryFn: async ({ signal }) => {
        const value = await load({ signal, headers: headersOf(owner) })
        kept.keep(owner, value)
        return value
      },
      initialData: () => kept.read(owner),
      initialDataUpdatedAt: 0,
      staleTime: 30_000,
    })
  return {
    apply,
    /** The value as it was loaded; `empty` until it is known. */
    useValue(): Value {
      const { user, isConfirmed } = useSession()
      const { data = empty } = useQuery({ ...query(user?._id ?? ''), enabled: Boolean(user) && isConfirmed })
      return data
    },
    /** Applies a change to the loaded value, without sending it. */
    useApply(): (change: Change) => Promise<void> {
      const client = useQueryClient()
      const owner = useSession().user?._id ?? ''
      const { queryKey } = query(owner)
      return async (change) => {
        // A response that is on its way may not contain the change.
        await client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, (value) => {
          const next = apply(value ?? empty, change)
          kept.keep(owner, next)
          return next
        })
      }
    },
  }
}

/** Loaded settings that can be changed. A change is shown at once. If it fails, it is taken back, and a message says why and offers to try again. */
export function userSettings<Value, Change>({ send, sayFailed, ...dependencies }: Dependencies<Value, Change>) {
  const { name, apply } = dependencies
  const loaded = loadedSettings(dependencies)
  const pending = createUserCell<Pending<Change>[]>([])
  const failure = `${name} error`

  return {
    /** The value with the changes that are being sent. */
    useValue(): Value {
      const value = loaded.useValue()
      return pending.use().reduce((before, { change }) => apply(before, change), value)
    },

    /** Makes a change. Resolves to whether the server has accepted it; a message about a failure is shown already. */
    useChange(): (change: Change) => Promise<boolean> {
      const client = useQueryClient()
      const owner = useSession().user?._id ?? ''
      const show = loaded.useApply()
      const { mutateAsync } = useMutation({
        // One after another, because the order of changes matters.
        scope: { id: name },
        mutationFn: ({ change, id }: Pending<Change>) =>
          send(change, { headers: { ...headersOf(owner), 'idempotency-key': id } }),
      })

      async function make(one: Pending<Change>): Promise<boolean> {
        withdrawFailure(failure)
        pending.update((all) => [...all, one])
        try {
          await mutateAsync(one)
          await show(one.change)
          if (!isLive()) refreshSettings(client)
          return true
        } catch (error) {
          explain(error, one, () => void make(one))
          return false
        } finally {
          pending.update((all) => all.filter((other) => other !== one))
        }
      }
      return (change) => make({ change, id: newId() })
    },
  }

  function explain(error: unknown, { change }: Pending<Change>, retry: () => void) {
    console.error(failure, error)
    // The sign-in screen says that the session has ended.
    if (error instanceof CallError && error.code === 'not_signed_in') return
    alertFailed(`${sayFailed(change)} ${messageOf(error, 'Please try again.')}`, failure, {
      label: 'Retry',
      run: retry,
    })
  }
}
