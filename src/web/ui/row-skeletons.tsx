import { Rows } from './rows.tsx'
import { Skeleton } from './skeleton.tsx'

/** The widths of texts, in percent. */
const widths = [46, 32, 54, 38, 60, 42, 35, 50]

/** Placeholders for the rows of a framed list that is loading. */
export function RowSkeletons({
  what,
  height,
  count = widths.length,
}: {
  what: string
  height: number
  count?: number
}) {
  const rows = Array.from({ length: count }, (_, place) => ({ place, width: widths[place % widths.length] }))
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      <Rows label="Placeholders" aria-hidden="true">
        {rows.map(({ place, width }) => (
          <li key={place} style={{ padding: `${(height - 13) / 2}px 16px` }}>
            <Skeleton height={12} width={`${width}%`} />
          </li>
        ))}
      </Rows>
    </div>
  )
}
