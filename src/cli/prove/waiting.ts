import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NewReceipt } from '../../contract/schemas/receipts.ts'
import { isNewId } from '../../contract/tasks.ts'

/** A receipt that is ready to be sent. */
export interface Outgoing {
  /** The number or id of its task. */
  task: string
  /** The number of its criterion, if the server could not be asked for the id. */
  criterionNumber?: number | undefined
  receipt: NewReceipt & { _id: string }
}

/** Receipts that wait for one server. Each is up to 64 KiB. */
export const maxWaiting = 100

/** Keeps a receipt until the server can be reached. Only the user can read it. Returns false if too many wait. Throws an error of the system. */
export function keep(folder: string, outgoing: Outgoing, output: Buffer): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (idsIn(folder).length >= maxWaiting) return false
  const path = join(folder, outgoing.receipt._id)
  writeFileSync(`${path}.log`, output, { mode: 0o600 })
  // The complete file appears in one step, so that a crash never leaves half a receipt to send.
  writeFileSync(`${path}.part`, JSON.stringify(outgoing), { mode: 0o600 })
  renameSync(`${path}.part`, `${path}.json`)
  return true
}

/** The ids of the receipts that wait, oldest first. */
export function idsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    return names
      .map((name) => name.slice(0, -'.json'.length))
      .filter(isNewId)
      .sort()
  } catch {
    return []
  }
}

/** A receipt that waits; undefined if another process has sent it, or if it is damaged. */
export function read(folder: string, id: string): { outgoing: Outgoing; output: Buffer } | undefined {
  try {
    const outgoing = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as Outgoing
    if (outgoing?.receipt?._id !== id || typeof outgoing.task !== 'string') return undefined
    return { outgoing, output: readFileSync(join(folder, `${id}.log`)) }
  } catch {
    return undefined
  }
}

export function forget(folder: string, id: string): void {
  for (const end of ['json', 'log', 'part']) rmSync(join(folder, `${id}.${end}`), { force: true })
}
