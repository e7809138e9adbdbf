import { lazy, Suspense } from 'react'
import type { SelectionProps } from './selected-actions.tsx'

const SelectedActions = lazy(async () => ({ default: (await import('./selected-actions.tsx')).SelectedActions }))

/** Changes the selected tasks. Shown at the bottom edge while tasks are selected. The keys for the same actions work without it. */
export function SelectionBar(props: SelectionProps) {
  if (!props.list.selected.size) return null
  return (
    <Suspense>
      <SelectedActions {...props} />
    </Suspense>
  )
}
