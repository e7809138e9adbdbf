import { callsOf } from './endpoint.ts'
import type { agentSchemas } from './schemas/agents.ts'

/** The path at which agents reach the tools. They also need a token. */
export const mcpPath = '/mcp'

/** A message of the protocol takes no key: the calls that it makes are those of this table, and an agent can undo each of them. */
const noKey = { takesKey: false } as const

export const agentCalls = callsOf<typeof agentSchemas>()({
  message: { method: 'POST', path: mcpPath, access: 'token', ...noKey },
  stream: { method: 'GET', path: mcpPath, access: 'token' },
  end: { method: 'DELETE', path: mcpPath, access: 'token', ...noKey },
})
