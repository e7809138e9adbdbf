import { useMutation } from '@tanstack/react-query'
import { limits } from '../../../contract/accounts.ts'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { User } from '../../../contract/schemas/accounts.ts'
import { useSetUser } from '../../accounts/session.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { filled } from '../../ui/form-checks.ts'
import { Section } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

export function UsernameSection({ user }: { user: User }) {
  const setUser = useSetUser()
  const form = useForm({
    initialValues: { username: user.username },
    validate: { username: filled('Please enter a username.') },
  })
  const rename = useMutation({
    mutationFn: (body: { username: string }) => call(accountCalls.updateProfile, { body }),
    meta: { failure: 'Profile error' },
    onSuccess: async ({ message, user: changed }) => {
      await setUser(changed)
      form.setAll({ username: changed.username })
      alertDone(message)
    },
    onError: (error) => reportFailure('Profile error', error),
  })
  return (
    <Section title="Username" text={`Shown on your dashboard. You sign in as ${user.email}.`}>
      <form noValidate onSubmit={form.onSubmit((values) => rename.mutate(values))}>
        <TextField label="Username" autoComplete="nickname" maxLength={limits.username} {...form.field('username')} />
        <Button
          className="above-16"
          type="submit"
          isBusy={rename.isPending}
          disabled={form.values.username.trim() === user.username}
        >
          Save username
        </Button>
      </form>
    </Section>
  )
}
