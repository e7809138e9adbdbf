import type { MaybePromise } from '../work/maybe-promise.ts'
import type { LongAnswer } from './long-answers.ts'

/** The content codings of compressed responses. */
export type Coding = 'zstd' | 'br' | 'gzip'

/** A long answer that is cached in every form in which it was sent. */
export interface CachedAnswer {
  /** Returns the uncompressed answer, from the cache if possible. */
  readWhole: () => MaybePromise<string | LongAnswer>
  findCompressed: (coding: Coding) => Buffer | undefined
  keepCompressed: (coding: Coding, bytes: Buffer) => void
}

/** A result that is already JSON, with an ETag for conditional requests. */
export class JsonAnswer {
  readonly content: string | LongAnswer | CachedAnswer
  readonly tag: string | undefined

  constructor(content: JsonAnswer['content'], tag?: string) {
    this.content = content
    this.tag = tag
  }
}

/** The client already has the result with this tag. */
export class Unchanged {
  readonly tag: string

  constructor(tag: string) {
    this.tag = tag
  }
}
