import { mcpPath } from '../agents.ts'
import { callsOf } from '../endpoint.ts'
import type { agentSchemas } from '../schemas/agents.ts'

/** A message of the protocol takes no key: the calls that it makes are those of this table, and an agent can undo each of them. */
const noKey = { takesKey: false } as const

export const agentCalls = callsOf<typeof agentSchemas>()({
  list: { method: 'GET', path: '/tasks/agents', access: 'read' },
  message: { method: 'POST', path: mcpPath, access: 'token', ...noKey },
  stream: { method: 'GET', path: mcpPath, access: 'token' },
  end: { method: 'DELETE', path: mcpPath, access: 'token', ...noKey },
})
