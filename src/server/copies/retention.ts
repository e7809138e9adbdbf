import type { BackupPlace } from '../backup-places/place.ts'
import { chainsIn, listsBefore, type Part, partsIn } from './parts.ts'

/**
 * Removes the parts of an installation that no moment since a time needs: everything before the last whole copy that is not younger.
 * Returns the number of parts.
 */
export async function removeOldParts(
  place: BackupPlace,
  installation: string,
  since: number,
  current: string,
): Promise<number> {
  let removed = 0
  let kept: Part | undefined
  for (const chain of (await chainsIn(place, installation)).reverse()) {
    const parts = await partsIn(place, chain)
    const bases = parts.filter(({ kind }) => kind === 'base')
    // A chain that has no whole copy yet may be one that another server has just begun.
    const isUseless = kept !== undefined || (!bases.length && chain !== current && parts.every(({ at }) => at < since))
    if (isUseless) {
      await place.removeFolder(chain)
      removed += parts.length
      continue
    }
    kept = bases.findLast(({ at }) => at <= since)
    if (!kept) continue
    for (const part of parts) {
      const isOld = part.kind === 'base' ? part.last < kept.last : part.last <= kept.last
      if (!isOld) continue
      await place.remove(`${chain}/${part.name}${part.ending}`)
      removed++
    }
    for (const list of await listsBefore(place, chain, kept.last)) await place.remove(`${chain}/${list}`)
  }
  return removed
}
