import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorCalls } from '../../contract/calls/second-factor.ts'
import { CallError, call } from '../../contract/client.ts'
import type { Output } from '../../contract/endpoint.ts'
import { refreshEvents } from '../accounts/security-events.ts'
import { alertDone } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { CopiedValue } from '../ui/copied-value.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reportFailure } from '../ui/failed.ts'
import { typed } from '../ui/form-checks.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { QrCode } from './qr-code.tsx'
import { secondFactorQuery } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Props {
  setup: Output<typeof secondFactorCalls.begin>
  email: string
  onClose: () => void
}

/** Connects an authenticator app, and then shows the recovery codes. */
export function SetUpCodes({ setup, email, onClose }: Props) {
  const [codes, setCodes] = useState<string[]>()
  return codes ? (
    <Dialog title="Recovery codes" centered onClose={onClose}>
      <RecoveryCodes codes={codes} email={email} onKept={onClose} />
    </Dialog>
  ) : (
    <Dialog title="Connect an authenticator app" centered onClose={onClose}>
      <ConfirmCode setup={setup} onDone={setCodes} onCancel={onClose} />
    </Dialog>
  )
}

interface ConfirmProps extends Pick<Props, 'setup'> {
  onDone: (codes: string[]) => void
  onCancel: () => void
}

function ConfirmCode({ setup, onDone, onCancel }: ConfirmProps) {
  const client = useQueryClient()
  const form = useForm({ initialValues: { code: '' }, validate: { code: typed('Please enter the code of the app.') } })
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call(secondFactorCalls.confirm, { body }),
    onSuccess: ({ message, recoveryCodes }) => {
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      refreshEvents(client)
      alertDone(message)
      onDone(recoveryCodes)
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'forbidden') form.refuse('code', error.message)
      else reportFailure('Settings error', error)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <div className="stack">
        <p>Scan this with your authenticator app, or type the key into it.</p>
        <QrCode text={setup.uri} label="QR code with the key below" />
        <CopiedValue label="Key" value={setup.secret} />
        <TextField
          label="Code of the app"
          hint="Six digits, which change every 30 seconds."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          data-autofocus
          {...form.field('code')}
        />
        <div className="row end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isBusy={confirm.isPending}>
            Turn on
          </Button>
        </div>
      </div>
    </form>
  )
}
