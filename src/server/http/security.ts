import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Config } from '../settings/config.ts'
import { isTokenCall } from './bearer.ts'

const policy = (rules: Record<string, string>) =>
  Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** For the responses of calls, which are data and never pages. */
const callPolicy = policy({ 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" })

/** For uploaded files, so that one that is shown as a page can do nothing. */
export const downloadPolicy = `sandbox; ${callPolicy}`

/** For the web app and the API page. Scripts and styles come from our own files only: nothing in HTML runs or styles anything. */
const pagePolicy = (styles = '') =>
  policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self'${styles && ` ${styles}`}`,
    'img-src': "'self' data: blob: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })

/** The headers of every response. They are few, because each costs time on every call. HSTS does not include subdomains, which are not ours. */
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
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * For the page of shared links, whose address is the permission. It loads nothing from elsewhere, sends no address anywhere, and is not kept or
 * found by others.
 */
export const sharedPageHeaders = {
  'content-security-policy': policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'private, no-store',
}

/** Replaces the policy for data by that for pages in this scope, and adds the headers that only pages need. `styles` are hashes of style elements. */
export function servePages(app: FastifyInstance, styles?: string) {
  const headers = { 'content-security-policy': pagePolicy(styles), ...pageHeaders }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses requests with unsafe methods from other sites. Our own pages, programs other than browsers, and calls with a token are allowed. */
export function refuseCrossSite(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method) || isSameOrigin(request) || isTokenCall(request)) done()
    else done(crossSite())
  })
}

/** For safe methods that are too expensive to be triggered by a link on another site. */
export function demandSameOrigin(request: FastifyRequest) {
  if (!isSameOrigin(request)) throw crossSite()
}

export function crossSite() {
  return new AppError('forbidden', 'This request was refused because it came from another site.')
}

/** Whether the request comes from our own pages, from the address bar, or from a program other than a browser. */
export function isSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

/** Whether a GET loads a page in a browser window, unlike an image, a frame or a fetch. Programs other than browsers send no such headers. */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return method === 'GET' && (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document'
}
