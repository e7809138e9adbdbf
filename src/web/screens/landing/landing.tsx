import { Text, Title } from '@mantine/core'

export function Landing() {
  return (
    <>
      <Title order={1}>Manage Your Tasks Efficiently</Title>
      <Text c="dimmed">A deck of task cards for developers, on your own machine.</Text>
    </>
  )
}
