import { Skeleton, Stack } from '@mantine/core'

/** Placeholders for the rows of a list that is loading. */
export function RowSkeletons({ what, height = 64 }: { what: string; height?: number }) {
  return (
    <Stack gap="xs" role="status" aria-label={`Loading ${what}`}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={height} radius={14} />
      ))}
    </Stack>
  )
}
