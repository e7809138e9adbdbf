import { Skeleton } from '@mantine/core'
import classes from './board.module.css'

/** The heights of the placeholders in each column, in pixels. */
const heights = [
  [20, 84, 84, 64],
  [20, 84],
  [20, 64, 84],
  [20, 64],
]

/** Placeholders for the columns of the board while it is loading. */
export function BoardSkeleton({ columns }: { columns: number }) {
  return (
    <div className={classes.board} data-columns={columns} role="status" aria-label="Loading the board">
      {heights.slice(0, columns).map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other name, and never move.
        <div key={index} className={classes.placeholders}>
          {column.map((height, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same for the cards.
            <Skeleton key={place} height={height} width={place ? '100%' : 96} radius={place ? 12 : 6} />
          ))}
        </div>
      ))}
    </div>
  )
}
