import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A screen with a single message and the next step. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack align="center" ta="center" gap="md" pt="18vh" px="md">
      <Title order={1}>{title}</Title>
      <Text c="dimmed" size="lg" maw={480}>
        {text}
      </Text>
      {children}
    </Stack>
  )
}
