import type { Place, Task } from '../../contract/schemas/tasks.ts'

/** How to move a task to an index among others: its neighbours for the server, and a position between them until the server has answered. */
export function placeAt(others: Pick<Task, '_id' | 'position'>[], index: number): { place?: Place; position: number } {
  const [above, below] = [others[index - 1], others[index]]
  if (!above && !below) return { position: 0 }
  const place = { ...(above ? { above: above._id } : {}), ...(below ? { below: below._id } : {}) }
  return { place, position: between(above?.position, below?.position) }
}

function between(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return (below ?? 0) + 1
  return below === undefined ? above - 1 : (above + below) / 2
}
