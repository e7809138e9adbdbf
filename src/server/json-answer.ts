import type { LongAnswer } from './long-answers.ts'

/** An answer that is JSON already and is sent as it is, with a tag by which the client can ask whether it has changed. */
export class JsonAnswer {
  readonly text: string | LongAnswer
  readonly tag: string | undefined

  constructor(text: string | LongAnswer, tag?: string) {
    this.text = text
    this.tag = tag
  }
}

/** The client has the answer with this tag already. */
export class Unchanged {
  readonly tag: string

  constructor(tag: string) {
    this.tag = tag
  }
}
