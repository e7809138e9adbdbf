import type { GitReference } from '../../contract/schemas/git.ts'
import type { GitReferenceRow } from '../database/schema.ts'

/** A reference in wire format. */
export function referenceOf({ id, kind, name, title, url, repository, state, at }: GitReferenceRow): GitReference {
  return { id, kind, name, title, url, repository, state, at }
}
