/** The preconditions of RFC 3253, 4791, 4918 and 6578 that requests can miss, each with its namespace. */
const conditions = {
  'valid-sync-token': 'D',
  'supported-report': 'D',
  'propfind-finite-depth': 'D',
  'number-of-matches-within-limits': 'D',
  'resource-must-be-null': 'D',
  'need-privileges': 'D',
  'supported-filter': 'C',
  'valid-calendar-data': 'C',
  'supported-calendar-data': 'C',
  'no-uid-conflict': 'C',
  'max-resource-size': 'C',
  'valid-filter': 'C',
} as const

export type Condition = keyof typeof conditions

/** A refusal that clients of WebDAV understand: a status, the precondition that was missed, and a sentence for people. */
export class DavProblem extends Error {
  readonly status: number
  readonly condition: Condition | undefined

  constructor(status: number, message: string, condition?: Condition) {
    super(message)
    this.name = 'DavProblem'
    this.status = status
    this.condition = condition
  }

  /** The name of the precondition with its prefix. */
  get element(): string | undefined {
    return this.condition && `${conditions[this.condition]}:${this.condition}`
  }
}

/** The body of a request cannot be read. */
export const malformed = (message: string) => new DavProblem(400, message)
