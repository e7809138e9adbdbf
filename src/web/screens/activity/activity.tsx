import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { localDay } from '../../../contract/calendar-day.ts'
import { formatDay } from '../../../contract/format-day.ts'
import { type ChangeMaker, changeMakers, type EventKind, eventKinds } from '../../../contract/history.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { activityQuery, type ListedChange } from '../../history/activity-query.ts'
import { useStop } from '../../navigation/trail.ts'
import { useToday } from '../../tasks/today.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/rows.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Subheading } from '../../ui/subheading.tsx'
import classes from './activity.module.css'
import { ChangeRow } from './change-row.tsx'

const makers: Record<'' | ChangeMaker, string> = {
  '': 'Everyone',
  person: 'You',
  token: 'Scripts and the command line',
  agent: 'Agents',
  webhook: 'Webhooks and issues',
}
const kinds: Record<'' | EventKind, string> = {
  '': 'All changes',
  created: 'Created',
  updated: 'Changed',
  trashed: 'Moved to the trash',
  restored: 'Restored',
  purged: 'Deleted for good',
  attached: 'File attached',
  detached: 'File removed',
  erased: 'File deleted for good',
  referenced: 'Commits and branches',
  noted: 'Notes',
  proved: 'Proof',
}

/** The changes of all tasks, newest first, by day, each with its author, its effect and undo. */
export function ActivityOfAll() {
  useStop('Activity')
  const { user, preferences } = useSignedIn()
  const today = useToday()
  const [params, setParams] = useSearchParams()
  const by = changeMakers.find((one) => one === params.get('by'))
  const via = params.get('via')
  const kind = eventKinds.find((one) => one === params.get('kind'))
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery({ ...(by ? { by } : {}), ...(kind ? { kind } : {}), ...(via ? { via } : {}) }),
  )
  const changes = data?.pages.flatMap((page) => page.changes)
  const undone = new Set(changes?.map(({ undoes }) => undoes))
  const choose = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      // At once: a second choice adds to this one.
      { replace: true, preventScrollReset: true, flushSync: true },
    )
  const nameOfDay = (day: string) => (day === today ? 'Today' : formatDay(day, preferences.dateStyle))
  return (
    <Page title="Activity" intro="Every change of your tasks, newest first. Each can be undone on its own.">
      <search className={classes.filters} aria-label="Activity">
        <SelectField
          label="Made by"
          options={makers}
          value={by ?? ''}
          onChange={({ currentTarget }) => choose('by', currentTarget.value)}
        />
        <SelectField
          label="Kind of change"
          options={kinds}
          value={kind ?? ''}
          onChange={({ currentTarget }) => choose('kind', currentTarget.value)}
        />
      </search>
      {via && (
        <p className="muted above-16">
          Changes by <b dir="auto">{via}</b> only.{' '}
          <button type="button" className="link" onClick={() => choose('via', '')}>
            Show all
          </button>
        </p>
      )}
      {error && !changes && <LoadFailed what="the activity" error={error} onRetry={refetch} order={2} />}
      {!changes && !error && <Skeleton height={240} radius={14} role="status" aria-label="Loading the activity" />}
      {changes?.length === 0 && !hasNextPage && (
        <Empty title={by || kind || via ? 'No change matches.' : 'Nothing has changed yet.'}>
          <p className="muted">
            {by || kind || via
              ? 'Choose other kinds of changes, or the changes of everyone.'
              : 'Changes of your tasks appear here.'}
          </p>
        </Empty>
      )}
      {byDay(changes ?? []).map(([day, ofDay]) => (
        <Fragment key={day}>
          <Subheading>{nameOfDay(day)}</Subheading>
          <Rows label={`Changes of ${nameOfDay(day)}`}>
            {ofDay.map((change) => (
              <ChangeRow
                key={change.change}
                change={change}
                username={user.username}
                dateStyle={preferences.dateStyle}
                isUndone={undone.has(change.change)}
              />
            ))}
          </Rows>
        </Fragment>
      ))}
      {hasNextPage && (
        <Button className="above-16" variant="default" onClick={() => fetchNextPage()} isBusy={isFetchingNextPage}>
          Show older changes
        </Button>
      )}
      {error && changes && <p className="muted above-8">Could not be refreshed. These changes may be out of date.</p>}
    </Page>
  )
}

const byDay = (changes: ListedChange[]) => [...Map.groupBy(changes, ({ at }) => localDay(new Date(at)))]
