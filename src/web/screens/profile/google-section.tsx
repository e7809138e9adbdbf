import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call, pathOf } from '../../../contract/client.ts'
import { accountQuery } from '../../accounts/account.ts'
import { useIfProved } from '../../accounts/proof.tsx'
import { alertDone } from '../../ui/alerts.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { GoogleIcon } from '../../ui/google-icon.tsx'
import { Section } from '../../ui/section.tsx'

interface Props {
  google: { email: string } | null
  hasPassword: boolean
}

const linkAddress = pathOf(accountCalls.google.path, {}, { purpose: 'link' })

export function GoogleSection({ google, hasPassword }: Props) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const unlink = useMutation({
    mutationFn: () => call(accountCalls.unlinkGoogle),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      alertDone(message)
    },
    onError: (error) => reportFailure('Profile error', error),
  })
  return (
    <Section title="Google account" text="Sign in with one click, without a password.">
      {google ? (
        <Group justify="space-between">
          <Group gap="xs">
            <GoogleIcon />
            <Text>Linked to {google.email}</Text>
          </Group>
          <Button
            variant="default"
            onClick={() => ifProved(unlink.mutate)}
            loading={unlink.isPending}
            disabled={!hasPassword}
          >
            Unlink
          </Button>
          {!hasPassword && (
            <Text size="sm" c="dimmed">
              Set a password first: without Google you could no longer sign in.
            </Text>
          )}
        </Group>
      ) : (
        <Button
          component="a"
          href={linkAddress}
          onClick={(event) => {
            event.preventDefault()
            void ifProved(() => location.assign(linkAddress))
          }}
          variant="default"
          leftSection={<GoogleIcon />}
          style={{ alignSelf: 'flex-start' }}
        >
          Link a Google account
        </Button>
      )}
    </Section>
  )
}
