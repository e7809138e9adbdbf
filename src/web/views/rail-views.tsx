import { useRef } from 'react'
import { useFocusInPlace } from '../ui/use-focus-in-place.ts'
import classes from './rail.module.css'
import { SaveView } from './save-view.tsx'
import { SavedViewRow } from './saved-view-row.tsx'
import { isSameView, isTaskView } from './saved-views.ts'
import { useCounts } from './use-counts.ts'
import { useRail } from './use-rail.ts'

/** The saved views, and the button that saves the current one. */
export function RailViews({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { tasks, counts: places, address, opened, views, isView } = useRail()
  const counts = useCounts(views, tasks)
  const list = useRef<HTMLUListElement>(null)
  const focus = useFocusInPlace(list)
  const canSave = isView && isTaskView(address)
  if (!views.length && !canSave) return null
  return (
    <>
      <div className={classes.head}>
        <h2>Views</h2>
        {canSave && <SaveView address={address} />}
      </div>
      <ul ref={list} className={classes.list} {...focus}>
        {views.map((saved, index) => (
          <SavedViewRow
            key={saved.id}
            saved={saved}
            index={index}
            count={places && counts.get(saved.id)}
            address={address}
            isCurrent={opened?.id === saved.id || isSameView(saved.address, address)}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </>
  )
}
