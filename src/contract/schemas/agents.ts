import { type Static, Type } from 'typebox'
import { agentDays } from '../agents.ts'
import { type ListedChange, listedChange } from './history.ts'
import { oneOf, strict } from './shapes.ts'

const never = { status: 405, text: 'Always refused' }

const failure = Type.Object({ at: Type.String(), call: Type.String(), code: Type.String(), message: Type.String() })
const states = ['valid', 'expired', 'revoked'] as const

/** A token, used by an agent, a program or a person. Its claims are in the tasks, and its open questions in their list. */
const agent = Type.Object({
  name: Type.String(),
  /** Whether the token still works. */
  state: oneOf(...states),
  /** Its last change; null if it has only failed. */
  last: Type.Unsafe<ListedChange | null>({ anyOf: [listedChange, Type.Null()] }),
  /** The ids of the tasks that it has completed since the moment; some may have been opened again. */
  completed: Type.Array(Type.String()),
  /** Its last call that was refused or has failed. */
  error: Type.Unsafe<Static<typeof failure> | null>({ anyOf: [failure, Type.Null()] }),
})

export const agentSchemas = {
  list: {
    summary: `List the tokens that have worked in the last ${agentDays} days, with their last change and error, and what they have completed and changed since a given time. Their claims are in the tasks, and their questions in GET /tasks/questions.`,
    query: Type.Object(
      { since: Type.Optional(Type.String({ format: 'date-time', description: 'The last 24 hours unless given.' })) },
      strict,
    ),
    result: Type.Object({
      /** Whether any program has access. */
      hasTokens: Type.Boolean(),
      agents: Type.Array(agent),
      /** The changes of tokens since the moment, newest first. */
      changes: Type.Array(listedChange),
    }),
  },
  message: {
    summary:
      'For agents: a message of the Model Context Protocol over Streamable HTTP. Requires a token. A token that may only read gets only the tools that read.',
    body: Type.Unknown(),
    answer: { type: 'application/json', text: 'The response to the message' },
  },
  stream: { summary: 'Not supported: agents get one response to each message, and no stream', answer: never },
  end: { summary: 'Not supported: agents have no session that could be ended', answer: never },
}

export type AgentWork = Static<(typeof agentSchemas)['list']['result']>
export type AgentRow = Static<typeof agent>
