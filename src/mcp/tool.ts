import type { Static, TSchema } from 'typebox'
import type { Scope } from '../contract/endpoint.ts'
import type { Dependencies } from './dependencies.ts'
import { agentSchema } from './schema.ts'

/** The result of a tool: data for programs, and the same in words. */
export interface Answer<Data> {
  text: string
  data: Data
}

/** What a tool does to the user's tasks. Agents decide by it whether to ask before they call it. */
type Effect = 'reads' | 'adds' | 'changes'

/** Ends the description of a tool that changes something. */
export const isUndoable = 'One change, which the user and you can undo.'

export interface Tool {
  name: string
  title: string
  /** Says to an agent when to use it. */
  description: string
  scope: Scope
  effect: Effect
  /** Whether a repetition of the same call changes nothing more. */
  isRepeatable: boolean
  input: ReturnType<typeof agentSchema>
  run: (dependencies: Dependencies, input: unknown) => Promise<Answer<unknown>>
}

interface Described<I extends TSchema> {
  name: string
  title: string
  description: string
  effect: Effect
  isRepeatable?: boolean
  input: I
  run: (dependencies: Dependencies, input: Static<I>) => Promise<Answer<object>>
}

export function tool<I extends TSchema>({
  input,
  effect,
  isRepeatable = effect === 'reads',
  run,
  ...rest
}: Described<I>): Tool {
  return {
    ...rest,
    effect,
    isRepeatable,
    scope: effect === 'reads' ? 'read' : 'write',
    input: agentSchema(input),
    // The input was checked against the schema before.
    run: (dependencies, given) => run(dependencies, given as Static<I>),
  }
}
