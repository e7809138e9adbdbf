import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { limits } from '../../../contract/accounts.ts'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { User } from '../../../contract/schemas/accounts.ts'
import { useSetUser } from '../../accounts/session.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { filled, focusFirstError } from '../../ui/form-checks.ts'
import { Section } from '../../ui/section.tsx'

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
      form.setValues({ username: changed.username })
      alertDone(message)
    },
    onError: (error) => reportFailure('Profile error', error),
  })
  return (
    <Section title="Username" text={`Shown on your dashboard. You sign in as ${user.email}.`}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => rename.mutate(values),
          (errors) => focusFirstError(form, errors),
        )}
      >
        <TextInput
          label="Username"
          autoComplete="nickname"
          maxLength={limits.username}
          {...form.getInputProps('username')}
        />
        <Button
          type="submit"
          mt="md"
          loading={rename.isPending}
          disabled={form.values.username.trim() === user.username}
        >
          Save username
        </Button>
      </form>
    </Section>
  )
}
