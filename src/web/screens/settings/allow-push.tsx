import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allowPush, type PushState, pushState } from '../../push/push.ts'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { BellIcon } from '../../ui/icons.tsx'
import { waysQuery } from '../../ways/queries.ts'
import classes from './reminders.module.css'

const words: Record<PushState, string> = {
  ask: 'Reminders arrive here while Taskdeck is closed. Your browser asks you for the permission.',
  granted: 'Allowed by the browser, but not switched on for your account.',
  denied:
    'Blocked by the browser. Open the site settings at the left of its address bar, allow notifications, and reload this page.',
  unsupported:
    'This browser has no push messages for this page. They need https; on an iPhone or iPad, first add Taskdeck to the home screen.',
}

/** Offers push for this browser. The permission is asked only when the user wants it. */
export function AllowPush({ publicKey }: { publicKey: string }) {
  const client = useQueryClient()
  const [state, setState] = useState(pushState)
  const allow = useMutation({
    mutationFn: () => allowPush(publicKey),
    onError: (error) =>
      reportFailure('Settings error', error, 'The browser could not subscribe at its push service. Please try again.'),
    onSettled: () => {
      setState(pushState())
      return client.invalidateQueries({ queryKey: waysQuery.queryKey })
    },
  })
  return (
    <li className={classes.way}>
      <BellIcon size={18} />
      <div className={classes.text}>
        <p className="medium">Push on this device</p>
        <p className="small muted">{words[state]}</p>
      </div>
      {(state === 'ask' || state === 'granted') && (
        <Button variant="default" size="small" onClick={() => allow.mutate()} isBusy={allow.isPending}>
          Allow push
        </Button>
      )}
    </li>
  )
}
