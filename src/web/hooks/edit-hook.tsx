import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/client.ts'
import { hookCalls } from '../../contract/hooks.ts'
import type { Hook, HookChange } from '../../contract/schemas/hooks.ts'
import { alertDone } from '../ui/alerts.tsx'
import { messageOf, reportFailure } from '../ui/failed.ts'
import { HookForm } from './hook-form.tsx'
import { hooksQuery } from './queries.ts'

/** Renames a webhook, or changes whose commits count. Its address and its secret stay, so nothing changes at the forge. */
export function EditHook({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: HookChange) => call(hookCalls.update, { params: { id: hook.id }, body }),
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  })
  return (
    <HookForm
      title="Edit webhook"
      action="Save"
      initial={hook}
      isPending={update.isPending}
      failure={update.error ? messageOf(update.error, 'The webhook was not changed. Please try again.') : undefined}
      onSubmit={update.mutate}
      onClose={onClose}
    />
  )
}
