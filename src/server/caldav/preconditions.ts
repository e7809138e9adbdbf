import { AppError } from '../../contract/errors.ts'
import type { TaskRow } from '../database/schema.ts'
import { DavProblem } from './dav-problem.ts'
import { type ReadTag, readTag } from './todos.ts'

/** The conditions of a request that changes a resource. */
export interface Conditions {
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}

/** The base of a change: everything that the text depended on when the client read it. */
export type Base = Omit<ReadTag, 'number'>

/**
 * The base of a change; undefined if the client takes the task as it is now. Fails with 412 if the client knows no version of this task, or must
 * not find any.
 */
export function baseOf({ ifMatch, ifNoneMatch }: Conditions, { number, version }: TaskRow): Base | undefined {
  if (ifNoneMatch?.trim() === '*') throw new DavProblem(412, 'There is a to-do at this address already.')
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const known = readTag(ifMatch)
  if (!known || known.number !== number || known.version > version) throw changed()
  return known
}

/** For a resource that does not exist: fails with 412 if the client expects one. */
export function expectNothing({ ifMatch }: Conditions): void {
  if (ifMatch !== undefined) throw changed()
}

export const changed = () =>
  new AppError(
    'changed_meanwhile',
    'The to-do was changed or deleted elsewhere. Synchronise, and then repeat the change.',
  )
