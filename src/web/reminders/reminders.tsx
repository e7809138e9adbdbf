import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { reminderCalls } from '../../contract/calls/reminders.ts'
import { call } from '../../contract/client.ts'
import { ownerHeader } from '../../contract/owner-header.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { useSession } from '../accounts/session.ts'
import { settingsKey } from '../live/live-queries.ts'

const DueAlerts = lazy(async () => ({ default: (await import('./due-alerts.tsx')).DueAlerts }))

/** Shows reminders as they become due. The live stream tells when to ask, as for other data that is not in the deck. */
export function Reminders({ owner, dateStyle }: { owner: string; dateStyle: Preferences['dateStyle'] }) {
  const headers = { [ownerHeader]: owner }
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [settingsKey, 'reminders', owner],
    queryFn: ({ signal }) => call(reminderCalls.due, {}, { signal, headers }),
    enabled: useSession().isConfirmed,
  })
  return data?.count ? (
    <Suspense>
      <DueAlerts key={dataUpdatedAt} headers={headers} dateStyle={dateStyle} />
    </Suspense>
  ) : null
}
