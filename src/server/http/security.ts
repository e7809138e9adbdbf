import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Config } from '../config.ts'

const policy = (rules: Record<string, string>) =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** For answers of calls: data, never a page. */
const callPolicy = policy({ 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" })

/** For files that somebody uploaded: were one shown as a page, it could do nothing there. */
export const downloadPolicy = `sandbox; ${callPolicy}`

/** For the web app and the API page: scripts from our own files only; Mantine writes style elements. */
const pagePolicy = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob: https:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
})

/** What every answer carries; few, because each costs on every call. Of other hosts than ours https is not asked: they are not ours. */
export function headersOfAll({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'content-security-policy': callPolicy,
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

export function securityHeaders(app: FastifyInstance, headers: Record<string, string>) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

const pageHeaders = {
  'content-security-policy': pagePolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Loosens the policy from "data" to "page" for everything in this scope, and adds what only pages need. */
export function servePages(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(pageHeaders)
    done()
  })
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Unsafe methods must come from our own pages, or from a program that is no browser. */
export function refuseCrossSite(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method) || isSameOrigin(request)) done()
    else done(crossSite())
  })
}

/** For a safe method that is too costly to be asked for by a link on another site. */
export function demandSameOrigin(request: FastifyRequest) {
  if (!isSameOrigin(request)) throw crossSite()
}

export function crossSite() {
  return new AppError('forbidden', 'This request came from another site and was refused.')
}

/** Whether the request comes from our own pages, from the address bar, or from a program that is no browser. */
export function isSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

/** Whether a GET shows its answer in the browser's window: an image, a frame or a script's fetch does not. Programs do not say. */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return method === 'GET' && (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document'
}
