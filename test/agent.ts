import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { Scope } from '../src/contract/endpoint.ts'
import type { ListedTask } from '../src/mcp/task-data.ts'
import type { Person } from './people.ts'

/** Most agents begin with `initialize`, which the revision of 2026-07-28 does without. A pinned client does not fall back to the former. */
export const protocols = ['initialize', '2026-07-28'] as const
type Protocol = (typeof protocols)[number]

interface Options {
  name?: string
  scope?: Scope
  protocol?: Protocol
}

/** Makes a token of a user. */
export async function tokenOf(person: Pick<Person, 'post'>, { name = 'laptop-agent', scope = 'write' }: Options = {}) {
  const answer = await person.post('/auth/tokens', { name, scope })
  if (answer.status !== 201) throw new Error(`The token was not made: ${answer.text}`)
  return answer.body as { id: string; token: string }
}

/** An agent with a new token of a user, connected over HTTP to an app that listens. It is the client of the protocol's own library. */
export async function agentOf(origin: string, person: Pick<Person, 'post'>, options: Options = {}) {
  const { token } = await tokenOf(person, options)
  const client = newClient(options.protocol)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return { client, token, ...callsOf(client) }
}

export function newClient(protocol: Protocol = 'initialize') {
  const mode = protocol === 'initialize' ? 'legacy' : { pin: protocol }
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
}

/** The data that any of the tools may return. */
interface Data {
  message: string
  change: number
  total: number
  nextOffset?: number
  tasks: (ListedTask & { reasons?: string[] })[]
  nextTasks?: ListedTask[]
  openParts?: ListedTask[]
  events: { change: number; by: string; what: string }[]
}

const textOf = ({ content }: CallToolResult) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

export function callsOf(client: Client) {
  const send = async (name: string, input: object) =>
    (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
  return {
    /** Calls a tool that must succeed. */
    async use(name: string, input: object = {}) {
      const answer = await send(name, input)
      if (answer.isError) throw new Error(`${name}: ${textOf(answer)}`)
      return { text: textOf(answer), data: answer.structuredContent as unknown as Data & Record<string, unknown> }
    },
    /** Calls a tool that must fail, and returns what it tells the agent. */
    async fail(name: string, input: object = {}) {
      const answer = await send(name, input)
      if (!answer.isError) throw new Error(`${name} did not fail: ${textOf(answer)}`)
      return textOf(answer)
    },
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
  }
}
