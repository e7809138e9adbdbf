import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/client.ts'
import { hookCalls } from '../../contract/hooks.ts'
import type { Hook, HookChange } from '../../contract/schemas/hooks.ts'
import { alertDone } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { HookForm } from './hook-form.tsx'
import { hooksQuery } from './queries.ts'

/** Renames a webhook, or changes whose commits count. Its address and its secret stay, so nothing changes at the forge. */
export function EditHook({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: HookChange) => call(hookCalls.update, { params: { id: hook.id }, body }),
    meta: { failure: 'Settings error' },
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'The webhook was not changed. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  })
  return (
    <HookForm
      title="Edit webhook"
      action="Save"
      initial={hook}
      isPending={update.isPending}
      onSubmit={update.mutate}
      onClose={onClose}
    />
  )
}
