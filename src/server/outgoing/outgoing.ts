import { isIP } from 'node:net'
import { AppError } from '../../contract/errors.ts'
import { lanes } from '../work/lanes.ts'
import { hostOf, needsHttps, parseAddress } from './address.ts'
import { allowedHosts } from './allowed-hosts.ts'
import { type Answer, exchange, type Limits, type Message } from './exchange.ts'
import { closedAddress, OutgoingError, tooSlow, unknownHost } from './problems.ts'
import { type ResolvedAddress, type ResolveHost, resolveHost } from './resolve.ts'

export interface OutgoingCall extends Message {
  url: string
  limits?: Partial<Limits>
  /** Ends the call. */
  signal?: AbortSignal
}

interface Dependencies {
  /** The entries of ALLOWED_HOOK_HOSTS. */
  allowed: string[]
  resolve?: ResolveHost
}

const usualLimits: Limits = { connectMs: 5_000, answerMs: 10_000, totalMs: 15_000, bytes: 64_000, ifLonger: 'cut' }

/** One owner with slow receivers must leave room for the others. Waiting calls hold no connection. */
const ofOwner = { maxRunning: 4, maxWaiting: 500, refusal: 'Too many calls to other programs at once.' }
const ofAll = { maxRunning: 200, maxWaiting: 100_000 }

/**
 * Calls the addresses that users enter: webhooks, feeds, ways to be notified. Everything about them is a stranger's: the address, the host that
 * it names, and the answer. Connects only to public addresses and to those that the operator allows, to the address that was checked, without
 * following redirects, and with limits on time, bytes and concurrent calls.
 */
export function outgoingCalls({ allowed: entries, resolve = resolveHost }: Dependencies) {
  const allowed = allowedHosts(entries)
  const owners = lanes(ofOwner)
  const all = lanes(ofAll)

  /** The addresses of a host that may be connected to. If one of them is closed, none is used: it would be a matter of luck. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const host = hostOf(url)
    const isNamed = allowed.hasName(host)
    const found: ResolvedAddress[] = isIP(host)
      ? [{ address: host, family: isIP(host) === 6 ? 6 : 4 }]
      : await resolve(host, isNamed, signal)
    if (!found.length) throw unknownHost(host)
    if (isNamed) return found
    if (!found.every(({ address }) => allowed.admits(address))) throw closedAddress(host)
    if (url.protocol === 'http:' && !found.every(({ address }) => allowed.hasAddress(address))) throw needsHttps()
    return found
  }

  async function callNow({ url: text, limits, signal, ...message }: OutgoingCall): Promise<Answer> {
    const url = parseAddress(text, allowed)
    const times = { ...usualLimits, ...limits }
    const slow = tooSlow(`The name server of ${hostOf(url)}`, 'answer')
    const found = await beforeDeadline(times.connectMs, (signal) => addressesOf(url, signal), slow)
    return exchange(url, found, message, times, signal)
  }

  return {
    /** Fails with `invalid_input` if Taskdeck would never call this address, so that users learn it while they enter it. */
    check(text: string): string {
      try {
        return parseAddress(text, allowed).href
      } catch (error) {
        if (error instanceof OutgoingError) throw new AppError('invalid_input', error.message)
        throw error
      }
    },
    /**
     * Sends a message for an owner, and returns the answer, whatever its status. Fails with an `OutgoingError` that says why in words, and with
     * `too_many_requests` if too many calls of the owner wait.
     */
    call: (owner: string, call: OutgoingCall): Promise<Answer> =>
      owners.run(owner, () => all.run('all', () => callNow(call))),
    /** The calls that run and wait, for the metrics. */
    load: () => all.load(),
  }
}

export type OutgoingCalls = ReturnType<typeof outgoingCalls>

async function beforeDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, problem: Error): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(problem), ms)
  const deadline = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(problem), { once: true })
  })
  try {
    return await Promise.race([work(late.signal), deadline])
  } finally {
    clearTimeout(timer)
  }
}
