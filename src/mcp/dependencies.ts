import type { Input, Output, Route, Scope } from '../contract/endpoint.ts'
import type { CompletionFile } from '../contract/schemas/files.ts'

export interface CallOptions {
  /** The version of the task that the change is based on. */
  version?: number | undefined
}

/** Calls an endpoint as the agent's token. Throws a CallError. */
export type Call = <E extends Route>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>

export interface TextFile {
  name: string
  text: string
}

export interface Attached {
  file: CompletionFile
  change: number | null
}

/** Everything that the tools need from their surroundings. They know no HTTP and no database. */
export interface Dependencies {
  call: Call
  /** Uploads a file, which is not JSON as the input of other calls. Throws a CallError. */
  attach: (task: string, file: TextFile) => Promise<Attached>
  /** What the token may do. */
  scopes: ReadonlySet<Scope>
  /** Milliseconds since 1970. */
  clock: () => number
  /** The version of Taskdeck. */
  version: string
}
