import type { LongAnswer } from './long-answers.ts'

/** A result that is already JSON and is sent unchanged, with an ETag for conditional requests. */
export class JsonAnswer {
  readonly text: string | LongAnswer
  readonly tag: string | undefined

  constructor(text: string | LongAnswer, tag?: string) {
    this.text = text
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
