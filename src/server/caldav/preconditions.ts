import { AppError } from '../../contract/errors.ts'
import type { TaskRow } from '../database/schema.ts'
import { DavProblem } from './dav-problem.ts'
import { type ReadTag, readTag } from './todos.ts'

/** The conditions of a request: headers with ETags, or `*` for any. */
export interface Conditions {
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}

/** The base of a change: everything that the text depended on when the client read it. */
export type Base = Omit<ReadTag, 'number'>

const tagsIn = (header = ''): string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? []

/** Whether a header names an ETag. A proxy that compresses marks it as weak. */
const hasTag = (header: string, tag: string): boolean =>
  tagsIn(header).some((one) => one === '*' || one.replace('W/', '') === tag)

/** Whether a client has the resource that it reads already. Fails with 412 if it expects another one. */
export function isKnown({ ifMatch, ifNoneMatch }: Conditions, tag: string): boolean {
  if (ifMatch !== undefined && !hasTag(ifMatch, tag)) throw changed()
  return ifNoneMatch !== undefined && hasTag(ifNoneMatch, tag)
}

/**
 * The base of a change, the newest of several; undefined if the client takes the task as it is now. Fails with 412 if the client knows no version of
 * this task, or must not find any, or this one.
 */
export function baseOf({ ifMatch, ifNoneMatch }: Conditions, { number, version }: TaskRow): Base | undefined {
  const ofTask = (tags: string[]) =>
    tags.flatMap((tag) => readTag(tag) ?? []).filter((read) => read.number === number && read.version <= version)
  const [unwanted, wanted] = [tagsIn(ifNoneMatch), tagsIn(ifMatch)]
  if (unwanted.includes('*') || ofTask(unwanted).some((read) => read.version === version))
    throw new DavProblem(412, 'There is a to-do at this address already.')
  if (ifMatch === undefined || wanted.includes('*')) return undefined
  const [newest] = ofTask(wanted).sort((one, other) => other.version - one.version || other.revision - one.revision)
  if (!newest) throw changed()
  return newest
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
