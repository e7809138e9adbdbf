import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text: string
  /** 2 for a part of a screen that has a heading itself. */
  order?: 1 | 2 | undefined
  children: ReactNode
}

/** A single message and the next step, in place of a screen or a part of it. */
export function MessagePage({ title, text, order = 1, children }: Props) {
  return (
    <Stack align="center" ta="center" gap="md" pt="18vh" px="md">
      <Title order={order}>{title}</Title>
      <Text c="dimmed" size="lg" maw={480}>
        {text}
      </Text>
      {children}
    </Stack>
  )
}
