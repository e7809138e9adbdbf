import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shareCalls } from '../../../contract/calls/shares.ts'
import { call } from '../../../contract/client.ts'
import type { Share } from '../../../contract/schemas/shares.ts'
import { serverNow } from '../../../contract/server-clock.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { useIfProved } from '../../accounts/proof.tsx'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { sharesQuery } from '../../shares/queries.ts'
import { ShareAddress } from '../../shares/share-address.tsx'
import { ShareForm, type ShareValues } from '../../shares/share-form.tsx'
import { madeWords, shownWords, stateWords, visitWords } from '../../shares/share-words.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './settings.module.css'

/** The links with which others read views and tasks: change, renew, revoke. */
export function SharesSection() {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: shares, error, refetch } = useQuery(sharesQuery)
  const [edited, setEdited] = useState<Share>()
  const onError = (failure: unknown) => reportFailure('Settings error', failure)
  const onSettled = () => client.invalidateQueries({ queryKey: sharesQuery.queryKey })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: Partial<ShareValues> }) =>
      call(shareCalls.update, { params: { id }, body }),
    onSuccess: ({ message }) => {
      setEdited(undefined)
      alertDone(message)
    },
    onError,
    onSettled,
  })
  const renew = useMutation({
    mutationFn: (id: string) => call(shareCalls.renew, { params: { id }, body: {} }),
    onError,
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => call(shareCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError,
    onSettled,
  })
  const askToRenew = async ({ id, name }: Share) => {
    const detail = `Open pages of ${name} end, and its old address no longer works.`
    if (!(await confirm({ question: 'Make a new address?', detail, action: 'New address' }))) return
    void ifProved(() => renew.mutate(id), 'Everyone with a shared link can read it until you revoke it.')
  }
  const askToRevoke = async ({ id, name }: Share) => {
    const detail = `Open pages of ${name} end, and its address no longer works.`
    if (await confirm({ question: 'Revoke this link?', detail, action: 'Revoke' })) revoke.mutate(id)
  }
  return (
    <Section
      title="Shared links"
      text="Show a saved view or a task to people without an account. Share one from its menu, or with Shift S on a task."
    >
      {error && !shares && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The links could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!shares && !error && <Skeleton height={56} />}
      {shares?.length === 0 && <p className="muted">You share nothing yet.</p>}
      {shares && shares.length > 0 && (
        <Rows label="Shared links">
          {shares.map((share) => (
            <ShareRow
              key={share.id}
              share={share}
              onEdit={() => setEdited(share)}
              onRenew={() => askToRenew(share)}
              onRevoke={() => askToRevoke(share)}
            />
          ))}
        </Rows>
      )}
      {edited && (
        <ShareForm
          title={`Change ${edited.name}`}
          kind={edited.kind}
          initial={edited}
          action="Save"
          hasAnswer={edited.answered !== null}
          isPending={update.isPending}
          onSubmit={(values) => update.mutate({ id: edited.id, body: changesOf(edited, values) })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {renew.data && <ShareAddress name={renew.data.share.name} path={renew.data.path} onClose={() => renew.reset()} />}
    </Section>
  )
}

/** The time begins again only if another one is chosen. */
function changesOf({ days }: Share, { days: wanted, ...values }: ShareValues): Partial<ShareValues> {
  return wanted === days ? values : { ...values, days: wanted }
}

interface RowProps {
  share: Share
  onEdit: () => void
  onRenew: () => void
  onRevoke: () => void
}

function ShareRow({ share, onEdit, onRenew, onRevoke }: RowProps) {
  const { dateStyle } = useSignedIn().preferences
  const { name, kind, target, question, answered } = share
  const state = stateWords(share, dateStyle, serverNow())
  const actions = [
    { label: 'Change', full: `Change ${name}`, run: onEdit },
    { label: 'New address', full: `New address for ${name}`, run: onRenew },
    { label: 'Revoke', full: `Revoke ${name}`, run: onRevoke, isCritical: true },
  ]
  return (
    <li className={classes.entry}>
      <div className={classes.grow}>
        <p className="medium" dir="auto">
          {name}
        </p>
        <p className="small muted">
          {target && (kind === 'task' ? <SharedTask target={target} /> : `view ${target.title}`)}
          {target && ' · '}
          {shownWords(share)}
        </p>
        <p className="small muted">
          <span className={state.isDead ? 'critical' : undefined}>{state.words}</span>
          {[visitWords(share), madeWords(share)].filter(Boolean).map((words) => ` · ${words}`)}
        </p>
        {question && (
          <p className="small muted" dir="auto">
            asks “{question.text}” · {answered ? `answered “${answered.text}”` : 'not answered yet'}
          </p>
        )}
      </div>
      <div className="row">
        {actions.map(({ label, full, run, isCritical }) => (
          <Button
            key={label}
            className={classes.action}
            variant="subtle"
            tone={isCritical ? 'critical' : 'accent'}
            size="small"
            onClick={run}
            aria-label={full}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}

const SharedTask = ({ target: { _id, number, title } }: { target: NonNullable<Share['target']> }) => (
  <>
    task <TaskLink id={_id}>{nameOf({ number: number ?? 0, title })}</TaskLink>
  </>
)
