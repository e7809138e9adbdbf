import { useMutation } from '@tanstack/react-query'
import { passkeyCalls } from '../../../contract/calls/passkeys.ts'
import { call } from '../../../contract/client.ts'
import { passkeyLimits } from '../../../contract/passkeys.ts'
import type { Passkey } from '../../../contract/schemas/passkeys.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { filled } from '../../ui/form-checks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

interface Props {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey: { id, name }, onRenamed, onClose }: Props) {
  const form = useForm({ initialValues: { name }, validate: { name: filled('Please name the passkey.') } })
  const rename = useMutation({
    mutationFn: (body: { name: string }) => call(passkeyCalls.rename, { params: { id }, body }),
    onSuccess: ({ message }) => {
      onRenamed()
      onClose()
      alertDone(message)
    },
    onError: (failure) => reportFailure('Settings error', failure),
  })
  return (
    <Dialog title="Rename the passkey" centered onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit((values) => rename.mutate(values))}>
        <div className="stack">
          <TextField
            label="Name"
            autoComplete="off"
            maxLength={passkeyLimits.name}
            data-autofocus
            required
            {...form.field('name')}
          />
          <div className="row end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" isBusy={rename.isPending}>
              Rename
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
