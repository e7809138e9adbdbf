import type { Database } from '../database/database.ts'
import type { ShareRow } from '../database/schema.ts'
import { type FoundShare, findBySecret, findOpenBySecret, readTarget, shareTable } from './share-table.ts'

type Link = Pick<ShareRow, 'id' | 'secret_hash' | 'user_id' | 'kind' | 'target'>

/** No owner has this target, so that a link that does not exist takes as long as one that has ended. */
const nobody: Pick<Link, 'user_id' | 'kind' | 'target'> = { user_id: '', kind: 'task', target: '' }

/** Finds the shared links that work. In a distributed database, the link and its target are read one after the other. */
export function workingLinks(database: Database) {
  const findTogether = database.prepare(findBySecret)
  const findAlone = database.prepare(findOpenBySecret)
  const readRows = database.prepare(readTarget)
  const table = shareTable(database.db)

  /** The position of the owner's log; undefined if the target is gone. */
  async function positionWithTarget({ user_id, kind, target }: typeof nobody) {
    const [found] = await readRows(user_id, target)
    if (!found || !(kind === 'view' ? found.hasView : found.hasTask)) return undefined
    return { last_seq: found.last_seq, epoch: found.epoch }
  }

  return {
    /** The link with the hash of a secret, if it works. */
    async find(hash: string, now: number): Promise<FoundShare | undefined> {
      if (!database.isDistributed) return (await findTogether(hash, now))[0]
      const [link] = await findAlone(hash, now)
      const position = await positionWithTarget(link ?? nobody)
      return link && position && { ...link, ...position }
    },
    /** The hashes of those of these links that work, by their ids. A link whose owner cannot be read right now still counts as one of them. */
    async open(ids: string[], now: number): Promise<Map<string, string>> {
      if (!database.isDistributed) return hashesOf(await table.open(ids, now))
      const working: Link[] = []
      for (const link of await table.openWithTarget(ids, now)) if (await hasTarget(link)) working.push(link)
      return hashesOf(working)
    },
  }

  async function hasTarget(link: Link): Promise<boolean> {
    try {
      return (await positionWithTarget(link)) !== undefined
    } catch (error) {
      if (!database.outage(error)) throw error
      return true
    }
  }
}

const hashesOf = (links: Pick<Link, 'id' | 'secret_hash'>[]) =>
  new Map(links.map(({ id, secret_hash }) => [id, secret_hash]))
