import { Button, Group, Text } from '@mantine/core'
import { type ComponentType, useCallback, useEffect, useState } from 'react'

interface Loaded<Props> {
  Part?: ComponentType<Props>
  hasFailed?: boolean
}

/** Loads a part of something that is open already; `load` is the same function each time. */
export function usePart<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<Loaded<Props>>({})
  const start = useCallback(() => {
    setLoaded({})
    load().then(
      (Part) => setLoaded({ Part }),
      (error: unknown) => {
        console.error('Error loading', error)
        setLoaded({ hasFailed: true })
      },
    )
  }, [load])
  useEffect(start, [start])
  return { ...loaded, retry: start }
}

interface FailedProps {
  /** What the user need not worry about. */
  kept?: string
  onRetry: () => void
}

/** In the place of a part that did not load. */
export function PartFailed({ kept, onRetry }: FailedProps) {
  return (
    <Group mt="sm" justify="space-between" wrap="nowrap">
      <Text size="sm" c="var(--deck-critical)" role="alert">
        {navigator.onLine
          ? 'This part could not be loaded. Try again, or reload the page.'
          : 'This part is not loaded yet, and you are offline. Try again once you are back.'}
        {kept && ` ${kept}`}
      </Text>
      <Button type="button" variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  )
}
