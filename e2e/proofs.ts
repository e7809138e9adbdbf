import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Makes every sign-in too old to count as a proof. */
export function makeProofsOld({ folder }: { folder: string }) {
  const database = new DatabaseSync(join(folder, 'taskdeck.db'), { timeout: 5_000 })
  database.exec('update sessions set proved_at = 0')
  database.close()
}
