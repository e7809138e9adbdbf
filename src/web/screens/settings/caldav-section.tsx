import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { caldavCalls } from '../../../contract/calls/caldav.ts'
import { call } from '../../../contract/client.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { clientApps } from '../../caldav/client-apps.ts'
import { caldavQuery } from '../../caldav/queries.ts'
import { useSavedViews } from '../../saved-views/queries.ts'
import { NewToken } from '../../tokens/new-token.tsx'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './caldav-section.module.css'

const isEncrypted = () =>
  location.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** Tasks in the apps of phones and computers, with CalDAV: the address, a token, and the lists. */
export function CaldavSection() {
  const { user } = useSignedIn()
  const { data, error, refetch } = useQuery(caldavQuery)
  const [isMaking, setMaking] = useState(false)
  return (
    <Section
      title="Other apps"
      text="Apps that speak CalDAV show your tasks as lists, read and write, also offline and with their own reminders."
    >
      {error && !data && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The address could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          {!isEncrypted() && (
            <p className="critical" role="note">
              Apps sign in over https only. Open Taskdeck at an address that begins with https first.
            </p>
          )}
          <CopiedValue label="Server" value={new URL(data.path, location.origin).href} />
          <CopiedValue label="User name" value={user.email} />
          <div className="stack gap-6 start">
            <p>The password is a token. Make one for each app: the history then says which app has changed a task.</p>
            <Button variant="default" onClick={() => setMaking(true)}>
              New token for an app
            </Button>
          </div>
          <dl className={classes.apps}>
            {clientApps.map(({ name, where }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{where}</dd>
              </div>
            ))}
          </dl>
          <OfferedViews offered={data.views} />
        </>
      )}
      {isMaking && (
        <NewToken
          initial={{ name: '', scope: 'write', lifetime: 'never' }}
          example="Tasks.org"
          onClose={() => setMaking(false)}
        />
      )}
    </Section>
  )
}

/** The lists that apps see. Saved at once. */
function OfferedViews({ offered }: { offered: string[] }) {
  const client = useQueryClient()
  const views = useSavedViews()
  const offer = useMutation({
    mutationFn: (ids: string[]) => call(caldavCalls.offer, { body: { views: ids } }),
    scope: { id: 'caldav' },
    meta: { failure: 'Settings error' },
    onMutate: (ids) => client.setQueryData(caldavQuery.queryKey, (known) => known && { ...known, views: ids }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (error) => reportFailure('Settings error', error, 'The lists were not saved. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: caldavQuery.queryKey }),
  })
  const toggle = (id: string) =>
    offer.mutate(offered.includes(id) ? offered.filter((one) => one !== id) : [...offered, id])
  return (
    <fieldset className={classes.lists}>
      <legend>Lists</legend>
      <label>
        <input type="checkbox" checked disabled />
        Taskdeck: all open tasks, and those completed in the last 90 days
      </label>
      {views?.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={offered.includes(id)} onChange={() => toggle(id)} />
          <bdi>{name}</bdi>
        </label>
      ))}
      {views?.length === 0 && <p className="small muted">Save a view to offer it as a list of its own.</p>}
    </fieldset>
  )
}
