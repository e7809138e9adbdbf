import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { CallError, call } from '../../../contract/client.ts'
import type { User } from '../../../contract/schemas/accounts.ts'
import { accountQuery, mustProveElsewhere, type Proofs, sessionsQuery } from '../../accounts/account.ts'
import { isWeakPassword, newPassword } from '../../accounts/credential-checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { StrengthMeter } from '../../accounts/strength-meter.tsx'
import { tokensQuery } from '../../tokens/queries.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { reportFailure } from '../../ui/failed.ts'
import { typed } from '../../ui/form-checks.ts'
import { Section } from '../../ui/section.tsx'
import { useForm } from '../../ui/use-form.ts'
import { webhooksQuery } from '../../webhooks/queries.ts'

interface Props {
  user: User
  account: Proofs
}

export function PasswordSection(props: Props) {
  return (
    <Section
      title="Password"
      text={
        props.account.hasPassword
          ? 'Changing it signs out all your other devices.'
          : 'You sign in without one. With a password, you have another way.'
      }
    >
      {mustProveElsewhere(props.account) ? (
        <ProveElsewhere purpose="prove-for-profile" then="set a password" />
      ) : (
        <PasswordForm {...props} />
      )}
    </Section>
  )
}

function PasswordForm({ user, account: { hasPassword } }: Props) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { state } = useLocation()
  const form = useForm({
    initialValues: { current: '', password: '', revokeAll: false },
    validate: {
      current: hasPassword ? typed('Please enter your current password.') : () => null,
      password: newPassword,
    },
  })
  const change = useMutation({
    mutationFn: ({ current, password, revokeAll }: typeof form.values) =>
      call(accountCalls.changePassword, { body: { ...(hasPassword ? { current } : {}), password, revokeAll } }),
    onSuccess: ({ message }) => {
      form.reset()
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
      void client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      alertDone(message)
    },
    onError: (error) => {
      if (isWeakPassword(error)) return form.refuse('password', error.message)
      const refused = error instanceof CallError && error.code === 'forbidden'
      if (refused && hasPassword) return form.refuse('current', error.message)
      // The proof may have expired.
      if (refused) void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      reportFailure('Profile error', error)
    },
  })
  // Users come here from the security page, when somebody else has signed in.
  const focus = useEffectEvent(() => document.getElementById(form.idOf(hasPassword ? 'current' : 'password'))?.focus())
  const isAsked = state?.newPassword === true
  useEffect(() => {
    if (isAsked) focus()
  }, [isAsked])
  const submit = form.onSubmit((values) => {
    if (hasPassword) change.mutate(values)
    else void ifProved(() => change.mutate(values))
  })
  return (
    <form noValidate onSubmit={submit}>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <div className="stack">
        {hasPassword && (
          <PasswordField label="Current password" autoComplete="current-password" {...form.field('current')} />
        )}
        <PasswordField label="New password" autoComplete="new-password" {...form.field('password')} />
        <StrengthMeter password={form.values.password} owner={user} />
        <label className="row nowrap">
          <input type="checkbox" className={controls.checkbox} {...form.checkbox('revokeAll')} />
          Also revoke all tokens, calendars, shared links, webhooks and notifications, remove my passkeys and unlink all
          providers, because somebody else may know my password
        </label>
      </div>
      <Button className="above-16" type="submit" isBusy={change.isPending}>
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}
