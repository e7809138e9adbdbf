import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wayCalls } from '../../../contract/calls/ways.ts'
import { call } from '../../../contract/client.ts'
import type { Way } from '../../../contract/schemas/ways.ts'
import { savedAtOnce } from '../../accounts/account.ts'
import { pushState } from '../../push/push.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddWay } from '../../ways/new-way.tsx'
import { waysQuery } from '../../ways/queries.ts'
import { AllowPush } from './allow-push.tsx'
import classes from './reminders.module.css'
import { WayRow } from './way-row.tsx'

/** Where reminders go while no page is open: allow push, add, test, switch and remove. */
export function WaysSection() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(waysQuery)
  const [isAdding, setAdding] = useState(false)
  const onError = (failure: Error) => reportFailure('Settings error', failure)
  const onSettled = () => client.invalidateQueries({ queryKey: waysQuery.queryKey })
  const turn = useMutation({
    mutationKey: savedAtOnce,
    mutationFn: ({ id, isOn }: Way) => call(wayCalls.update, { params: { id }, body: { isOn: !isOn } }),
    ...{ onError, onSettled },
  })
  const remove = useMutation({
    mutationKey: savedAtOnce,
    mutationFn: ({ id }: Way) => call(wayCalls.remove, { params: { id } }),
    ...{ onError, onSettled },
  })
  const test = useMutation({
    mutationFn: ({ id }: Way) => call(wayCalls.test, { params: { id } }),
    ...{ onError, onSettled },
  })
  const askToRemove = async (way: Way) => {
    const detail = `Nothing more is sent to ${way.name}.`
    if (await confirm({ question: 'Stop notifying you this way?', detail, action: 'Remove' })) remove.mutate(way)
  }
  const hasThisDevice = data?.ways.some(({ isThisDevice, kind }) => isThisDevice && kind === 'push')
  return (
    <Section title="Ways to notify you" text="Reminders are sent there while no page of Taskdeck is in sight.">
      {error && !data && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The ways to notify you could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={56} />}
      {data && (
        <Rows label="Ways to notify you">
          {!(hasThisDevice && pushState() === 'granted') && <AllowPush publicKey={data.publicKey} />}
          {data.ways.map((way) => (
            <WayRow
              key={way.id}
              way={turn.isPending && turn.variables.id === way.id ? { ...way, isOn: !way.isOn } : way}
              isTesting={test.isPending && test.variables.id === way.id}
              onTest={() => test.mutate(way)}
              onTurn={() => turn.mutate(way)}
              onRemove={() => askToRemove(way)}
            />
          ))}
        </Rows>
      )}
      {data && (
        <Button className="at-start" variant="default" onClick={() => setAdding(true)}>
          Add a way
        </Button>
      )}
      <p className={classes.result} role="status" data-arrived={test.data?.hasArrived}>
        {test.data?.hasArrived && <CheckIcon size={14} />}
        {test.data?.message}
      </p>
      {data && !data.hasContact && (
        <p className="small muted">
          Apple’s devices refuse push messages of this server until its operator sets PUSH_CONTACT.
        </p>
      )}
      {isAdding && <AddWay onClose={() => setAdding(false)} />}
    </Section>
  )
}
