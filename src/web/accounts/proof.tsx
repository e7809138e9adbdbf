import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { GooglePurpose } from '../../contract/accounts.ts'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { CallError, call, pathOf } from '../../contract/client.ts'
import { ask } from '../ui/ask.tsx'
import { reportFailure } from '../ui/failed.ts'
import { focusFirstError, refuseField, typed } from '../ui/form-checks.ts'
import { GoogleIcon } from '../ui/google-icon.tsx'
import { accountQuery } from './account.ts'
import { PasswordField } from './password-field.tsx'
import { keepWantedPage } from './wanted-page.ts'

/** Continues at once if the user has proved their identity recently; otherwise asks for the password first. */
export function useIfProved() {
  const client = useQueryClient()
  const asking = useRef(false)
  return async (goOn: () => void, why = 'This changes how you sign in.') => {
    if (asking.current) return
    asking.current = true
    try {
      // Fetched again, because a proof expires without an event.
      const { proved, user } = await client.fetchQuery(accountQuery)
      if (proved || (await askForPassword(user.email, why))) goOn()
    } catch (error) {
      reportFailure('Profile error', error)
    } finally {
      asking.current = false
    }
  }
}

/** Resolves to whether the user gave the right password. Escape cancels. */
async function askForPassword(email: string, why: string): Promise<boolean> {
  const isProved = await ask<boolean>('Confirm your identity', (answer) => (
    <PasswordProof email={email} why={why} onEnd={answer} />
  ))
  return isProved ?? false
}

function PasswordProof({ email, why, onEnd }: { email: string; why: string; onEnd: (proved: boolean) => void }) {
  const form = useForm({
    // The screen below has a field with the same name.
    name: 'proof',
    initialValues: { password: '' },
    validate: { password: typed('Please enter your password.') },
  })
  const prove = useMutation({
    mutationFn: (body: { password: string }) => call(accountCalls.prove, { body }),
    onSuccess: () => onEnd(true),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'forbidden') refuseField(form, 'password', error.message)
      else reportFailure('Profile error', error)
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => prove.mutate(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <Text size="sm">{why} Please enter your password first.</Text>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={prove.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface WithGoogle {
  purpose: GooglePurpose
  then: string
  /** The page to return to, if it is not that of the purpose. */
  page?: string
}

/** For an account without a password: proves the identity with Google, and returns to the same screen. */
export function ProveWithGoogle({ purpose, then, page }: WithGoogle) {
  return (
    <>
      <Text size="sm">Please confirm your identity with Google first. Then you have 10 minutes to {then}.</Text>
      <Button
        component="a"
        href={pathOf(accountCalls.google.path, {}, { purpose })}
        onClick={() => keepWantedPage(page)}
        variant="default"
        leftSection={<GoogleIcon />}
        style={{ alignSelf: 'flex-start' }}
      >
        Confirm with Google
      </Button>
    </>
  )
}
