import type { Criterion } from '../../contract/done-when.ts'
import { type Gap, gapAt, indexAtHeight, indexOfGap } from '../ui/drag/gap.ts'
import { useDrag } from '../ui/drag/use-drag.tsx'
import type { CriteriaActions } from './use-criteria.ts'

/** How long a finger rests on a criterion to lift it. */
const holdMs = 300

/** Moves criteria, by their grips, by a finger that rests on one, and by keys. */
export function useCriteriaOrder(task: string, criteria: readonly Criterion[], { move }: CriteriaActions) {
  const ids = criteria.map(({ id }) => id)
  const others = (id: string) => ids.filter((other) => other !== id)
  const rows = () => document.querySelectorAll<HTMLElement>(`[data-criteria-of="${task}"] [data-drop-item]`)
  return useDrag<Gap>({
    itemAt: (target, by) => {
      const isHandle = by === 'touch' ? !target.closest('input') : target.closest('[data-grip]')
      const element = isHandle ? target.closest<HTMLElement>('[data-drop-item]') : null
      return element?.dataset.dropItem ? { id: element.dataset.dropItem, element } : undefined
    },
    isThere: (id) => ids.includes(id),
    placeOf: (id) => gapAt('', others(id), ids.indexOf(id)),
    placeAt: ({ y }, id) => {
      const beside = [...rows()].filter(({ dataset }) => dataset.dropItem !== id)
      return gapAt('', others(id), indexAtHeight(beside, y))
    },
    step: (from, way, id) => {
      const index = indexOfGap(from, others(id)) + (way === 'up' ? -1 : way === 'down' ? 1 : Number.NaN)
      return index >= 0 && index <= others(id).length ? gapAt('', others(id), index) : undefined
    },
    onDrop: (id, place) => {
      const index = indexOfGap(place, others(id))
      if (index !== ids.indexOf(id)) move(id, others(id)[index])
    },
    nameOf: (id) => criteria.find((criterion) => criterion.id === id)?.text ?? '',
    inWords: (place, _other, id) => `place ${indexOfGap(place, others(id)) + 1} of ${ids.length}`,
    holdMs,
  })
}
