import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './board.module.css'

/** The heights of the placeholders in each column, in pixels. No two of a column are equal, so that each has a key. */
const columns = { first: [84, 92, 64], second: [84], third: [64, 84], fourth: [64] }

/** Placeholders for the columns of the board while it is loading. */
export function BoardSkeleton({ columns: count }: { columns: number }) {
  return (
    <div className={classes.board} data-columns={count} role="status" aria-label="Loading the board">
      {Object.entries(columns)
        .slice(0, count)
        .map(([name, heights]) => (
          <div key={name} className={classes.placeholders}>
            <Skeleton height={20} width={96} radius={6} />
            {heights.map((height) => (
              <Skeleton key={height} height={height} radius={12} />
            ))}
          </div>
        ))}
    </div>
  )
}
