import { Center, Loader } from '@mantine/core'

/** Shown while a whole screen loads. */
export function Loading() {
  return (
    <Center mih="60vh" role="status" aria-label="Loading">
      <Loader type="dots" />
    </Center>
  )
}
