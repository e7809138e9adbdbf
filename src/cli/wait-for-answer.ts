import { setTimeout as pause } from 'node:timers/promises'
import { questionCalls } from '../contract/calls/questions.ts'
import { isTemporary } from '../contract/client.ts'
import type { Output } from '../contract/endpoint.ts'
import { questionLimits } from '../contract/questions.ts'
import { callOnce } from './client.ts'
import type { Context } from './command.ts'
import { CliError, exitCodes, failureOf } from './errors.ts'

export type Waited = Output<typeof questionCalls.wait>

/** A server that cannot be reached may be restarting: the answer of a person takes longer. */
const maxTroubleMs = 120_000
const retryDelayMs = 2_000

/**
 * Waits until a question is answered or closed, however long it takes, with one call after the other. Throws a CliError if the user interrupts it, which
 * leaves the question open, and if the server refuses it or cannot be reached for long.
 */
export async function waitForAnswer(context: Context, id: string, note: string): Promise<Waited> {
  const { server, headers, patience } = context.client()
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const target = {
    origin: server.url,
    headers,
    timeoutMs: patience.timeoutMs + questionLimits.waitSeconds * 1_000,
    signal: stopped.signal,
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  if (context.format === 'text')
    context.terminal.note(`Waiting for the answer to question ${note} of #${id} … (Ctrl+C leaves it open)`)
  let troubleSince: number | undefined
  try {
    for (;;) {
      try {
        const body = { seconds: questionLimits.waitSeconds }
        const result = await callOnce(questionCalls.wait, { params: { id, note }, body }, target)
        if (result.state !== 'open') return result
        troubleSince = undefined
      } catch (error) {
        if (stopped.signal.aborted) throw interrupted(context, id, note)
        troubleSince ??= Date.now()
        if (!isTemporary(error) || Date.now() - troubleSince > maxTroubleMs) throw failureOf(error, server.url)
        await pause(retryDelayMs, undefined, { signal: stopped.signal }).catch(() => {})
      }
      if (stopped.signal.aborted) throw interrupted(context, id, note)
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

function interrupted({ terminal, format }: Context, id: string, note: string): CliError {
  const advice = `Question ${note} of #${id} stays open. Wait again with: taskdeck ask ${id} --wait-for ${note}`
  if (format !== 'json') terminal.note(`\n${advice}`)
  return new CliError(exitCodes.interrupted, 'Interrupted.', { advice })
}
