import { useMutation, useQuery } from '@tanstack/react-query'
import { passkeyCalls } from '../../../contract/calls/passkeys.ts'
import { call } from '../../../contract/client.ts'
import { passkeyLimits } from '../../../contract/passkeys.ts'
import { sessionsQuery } from '../../accounts/account.ts'
import { makePasskey, problemOf } from '../../passkeys/ceremonies.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { messageOf } from '../../ui/failed.ts'
import { filled } from '../../ui/form-checks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

interface Props {
  onAdded: () => void
  onClose: () => void
}

/** Asks for a name, and lets the browser make a passkey. A failure keeps the name. */
export function NewPasskey({ onAdded, onClose }: Props) {
  const { data } = useQuery(sessionsQuery)
  const device = data?.sessions.find(({ current }) => current)?.device ?? ''
  const form = useForm({
    initialValues: { name: device },
    validate: { name: filled('Please name the passkey.') },
  })
  const add = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { options } = await call(passkeyCalls.beginAdding)
      return call(passkeyCalls.add, { body: { name, attestation: await makePasskey(options) } })
    },
    onSuccess: ({ message }) => {
      onAdded()
      onClose()
      alertDone(message)
    },
  })
  const { error } = add
  return (
    <Dialog title="Add a passkey" centered onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <div className="stack">
          <TextField
            label="Name"
            hint="Only for you, such as the device or the password manager that keeps it."
            autoComplete="off"
            maxLength={passkeyLimits.name}
            data-autofocus
            required
            {...form.field('name')}
          />
          <p className="muted">Your browser then asks where to keep it.</p>
          {error && (
            <p className="critical" role="alert">
              {error instanceof DOMException ? problemOf(error) : messageOf(error, 'The passkey was not added.')}
            </p>
          )}
          <div className="row end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" isBusy={add.isPending}>
              Continue
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
