import { agentCalls } from '../../contract/calls/agents.ts'
import { CallError, notTaskdeck } from '../../contract/client.ts'
import type { Client } from '../client.ts'
import { CliError, failureOf } from '../errors.ts'
import { textFrom } from '../http-call.ts'
import { printableJson } from '../output/clean.ts'
import type { Terminal } from '../terminal.ts'
import { failure, headersOf, isAnswer, type Message, parseMessage } from './message.ts'

type Streams = Pick<Terminal, 'lines' | 'print' | 'note'>

const invalidMessage = -32700
const serverFailed = -32000
/** Longer than a message waits for the answer of the owner. */
const timeoutMs = 120_000
/** More than an agent can read. */
const maxAnswerBytes = 32 * 1024 * 1024

/** Passes every message of an agent to the server and every answer back, until stdin ends. Answers come in any order, as the protocol allows. */
export async function bridge({ server, headers }: Client, { lines, print, note }: Streams): Promise<void> {
  const pending = new Map<Message['id'], AbortController>()
  const sending = new Set<Promise<void>>()
  let agreedVersion: string | undefined

  async function send(message: Message) {
    const stop = new AbortController()
    const target = {
      origin: server.url,
      headers: { ...headers, ...headersOf(message, agreedVersion) },
      signal: stop.signal,
      timeoutMs,
    }
    if (message.id !== undefined) pending.set(message.id, stop)
    try {
      const answer = parseMessage(
        await untilAccepted(() => textFrom(agentCalls.message, message, target, maxAnswerBytes)),
      )
      if (message.method === 'initialize') agreedVersion = versionIn(answer)
      // One line, as the protocol wants it.
      print(answer ? printableJson(answer) : failure(message.id ?? null, serverFailed, notTaskdeck))
    } catch (error) {
      // Nobody waits for the answer to a notification, or to a request that was cancelled.
      if (message.id === undefined || stop.signal.aborted) return
      const body = error instanceof CallError ? error.body : undefined
      print(isAnswer(body) ? printableJson(body) : failure(message.id, serverFailed, explained(error)))
    } finally {
      pending.delete(message.id)
    }
  }

  /** In words that the agent can show to its user, who sees them in its log too. */
  function explained(error: unknown): string {
    const shown = failureOf(error, server.url)
    if (!(shown instanceof CliError)) throw error
    const text = [shown.message, shown.advice].filter(Boolean).join(' ')
    note(`taskdeck: ${text}`)
    return text
  }

  for await (const line of lines()) {
    if (!line.trim()) continue
    const message = parseMessage(line)
    if (!message) print(failure(null, invalidMessage, 'This line is not a message in JSON.'))
    else if (message.method === 'notifications/cancelled') pending.get(message.params?.requestId)?.abort()
    else {
      const sent: Promise<void> = send(message).finally(() => sending.delete(sent))
      sending.add(sent)
      // The version is agreed on before anything else is sent.
      if (message.method === 'initialize') await sent
    }
  }
  await Promise.all(sending)
}

/** The waits before a message is sent again. */
const retryDelaysMs = [500, 2_000]

/** Sends a message again while the server refuses it because it is busy: such a message has had no effect. */
async function untilAccepted(send: () => Promise<string>): Promise<string> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await send()
    } catch (error) {
      const isBusy = error instanceof CallError && (error.code === 'unavailable' || error.code === 'too_many_requests')
      if (!isBusy) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
  return send()
}

function versionIn(answer: Message | undefined): string | undefined {
  const version = answer?.result?.protocolVersion
  return typeof version === 'string' ? version : undefined
}
