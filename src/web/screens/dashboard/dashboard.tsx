import { Text, Title } from '@mantine/core'
import { useSignedIn } from '../../accounts/signed-in.ts'

export function Dashboard() {
  const { user } = useSignedIn()
  return (
    <>
      <Title order={1}>Welcome to the Dashboard, {user.username}!</Title>
      <Text c="dimmed" mt="lg">
        No tasks available.
      </Text>
    </>
  )
}
