import { request as requestHttp } from 'node:http'
import { CallError, errorOf, notTaskdeck, pathOf, unreachable } from '../contract/client.ts'
import type { Input, Output, Route } from '../contract/endpoint.ts'
import { CliError, exitCodes, refused } from './errors.ts'

/** Gives up if nothing arrives for this long. */
const maxSilenceMs = 30_000

interface Target {
  origin: string
  headers: Record<string, string>
}

interface Answer {
  status: number
  location: string | undefined
  text: string
}

/**
 * Calls an endpoint and returns its result, like `call` of the contract. Loading `fetch` takes longer than everything else that a command
 * does. Never follows a redirect, because the token is meant for one server. Throws a CallError.
 */
export async function httpCall<E extends Route>(
  endpoint: E,
  input: Input<E>,
  { origin, headers }: Target,
): Promise<Output<E>> {
  const { params, query, body } = input as Parts
  const text = body === undefined ? undefined : JSON.stringify(body)
  const json =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  const url = origin + pathOf(endpoint.path, params, query)
  const answer = await send(url, endpoint.method, { ...headers, ...json }, text)
  if (answer.location !== undefined) throw redirected(origin, answer.location)
  const result = jsonIn(answer.text)
  if (answer.status < 200 || answer.status > 299) throw errorOf(answer.status, result)
  if (typeof result !== 'object' || result === null) throw new CallError(0, 'network', notTaskdeck)
  return result as Output<E>
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

async function send(url: string, method: string, headers: Record<string, string | number>, body: string | undefined) {
  // Loading the code for https takes a while too.
  const request = url.startsWith('https:') ? (await import('node:https')).request : requestHttp
  return new Promise<Answer>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(certificateError(url, error) ?? new CallError(0, 'network', unreachable))
    const outgoing = request(url, { method, headers, timeout: maxSilenceMs }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response
        const location = status >= 300 && status < 400 ? received.location : undefined
        resolve({ status, location, text: Buffer.concat(chunks).toString('utf8') })
      })
    })
    outgoing.on('error', fail)
    outgoing.on('timeout', () => outgoing.destroy(new Error(unreachable)))
    outgoing.end(body)
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The codes of https://nodejs.org/api/tls.html#x509-certificate-error-codes and that of a certificate for another name.
const certificateCodes = /CERT|SIGNED|CRL|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/

/** A certificate that is not accepted will not be accepted the next time either, and the user has to know about it. */
function certificateError(url: string, { code = '', message }: NodeJS.ErrnoException): CliError | undefined {
  if (!url.startsWith('https:') || !certificateCodes.test(code)) return undefined
  // Newer versions of Node add advice about their own options.
  const [reason = ''] = message.split(';')
  return new CliError(exitCodes.unreachable, `The certificate of ${new URL(url).origin} is not accepted: ${reason}.`, {
    advice: 'If it comes from an authority of your own, name its file: NODE_EXTRA_CA_CERTS=/path/to/authority.pem',
  })
}

function redirected(origin: string, location: string) {
  const to = URL.canParse(location, origin) ? new URL(location, origin).origin : location
  return refused(`${origin} redirects to ${to}.`, `Sign in at that address: taskdeck login ${to}`)
}
