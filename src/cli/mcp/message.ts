import { printableJson } from '../output/clean.ts'

type Id = string | number

/** A message of the protocol, as far as passing it on requires to know it. */
export interface Message {
  id?: Id
  method?: string
  params?: { name?: unknown; uri?: unknown; requestId?: Id; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: unknown }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Reads a line. Undefined if it is not a message, or a list of them. */
export function parseMessage(line: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Whether a response is one of the protocol, unlike the errors of a server that refused the request before. */
export const isAnswer = (body: unknown) => Array.isArray(body) || (isObject(body) && 'jsonrpc' in body)

/** The answer to a request that could not be passed on. */
export const failure = (id: Id | null, code: number, message: string) =>
  printableJson({ jsonrpc: '2.0', id, error: { code, message } })

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const plainHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** A text as a header. Other characters than those of ASCII are encoded, as the protocol says. */
const headerOf = (text: string) =>
  plainHeader.test(text) && !text.startsWith('=?') ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/**
 * The headers with which a message is sent over HTTP. They repeat parts of it: newer clients state the version in every message, older ones
 * have agreed on it before.
 */
export function headersOf({ method, params }: Message, agreedVersion: string | undefined): Record<string, string> {
  const accept = 'application/json, text/event-stream'
  const version = params?._meta?.[versionKey]
  if (typeof version !== 'string') {
    return { accept, ...(agreedVersion ? { 'mcp-protocol-version': agreedVersion } : {}) }
  }
  const name = method === 'resources/read' ? params?.uri : params?.name
  return {
    accept,
    'mcp-protocol-version': version,
    ...(method ? { 'mcp-method': method } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': headerOf(name) } : {}),
  }
}
