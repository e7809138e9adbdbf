import type { ChangeNumbers } from '../../contract/schemas/shapes.ts'
import type { Length } from '../database/database.ts'
import type { Author, Draft, Undoes } from './draft.ts'

export type Work<T> = (draft: Draft) => Promise<T>
/** Makes the answer of a call from the result of its work. It is part of the change: if the call has a key, it is stored with it. */
export type Answer<T, A> = (result: T, numbers: ChangeNumbers) => A
/** Makes a change. Its work returns a result, and what it reverts. */
export type RecordChange = <T, A>(
  author: Author,
  work: Work<[T, Undoes]>,
  answer: Answer<T, A>,
  length?: Length,
) => Promise<A>
