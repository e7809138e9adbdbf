import type { FastifyRequest } from 'fastify'
import { isCallPath } from '../settings/call-paths.ts'
import { isNavigation } from './security.ts'

/**
 * Where a user is sent who opens an address that does not exist: to the screen that an address of the web app without its # means, or to the
 * web app, if it may have been at that address under another `BASE_PATH`. The browser keeps the # of the address there. Undefined for
 * everything else. Nothing of the address but its query becomes part of the path, so it never leads to another site.
 */
export function pageInstead(request: FastifyRequest, basePath: string): string | undefined {
  const { url, headers } = request
  const [path = ''] = url.split('?', 1)
  // Without a build, the app itself is unknown.
  if (!isNavigation(request) || !headers.accept?.includes('text/html') || path === basePath) return undefined
  if (url.startsWith(basePath) && !path.endsWith('/')) return `${basePath}#/${url.slice(basePath.length)}`
  const isFile = /\.[^/]*$/.test(path)
  return path.startsWith('//') || isFile || isCallPath(path) ? undefined : basePath + url.slice(path.length)
}

/** Whether a browser asks for the service worker of a web app that was at another `BASE_PATH`. */
export const isFormerWorker = ({ method, url, headers }: FastifyRequest, basePath: string): boolean =>
  method === 'GET' && headers['service-worker'] === 'script' && url.endsWith('/sw.js') && url !== `${basePath}sw.js`

/**
 * The last version of such a worker, which would answer with its files for ever. It removes itself with its files, and says so to
 * its pages. They reload, unless they have unsaved text; the network then leads them on.
 */
export const lastWorker = `
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('message', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  const names = (await caches.keys()).filter((name) => name.startsWith(registration.scope + ' '))
  await Promise.all(names.map((name) => caches.delete(name)))
  const pages = await clients.matchAll()
  await registration.unregister()
  for (const page of pages) page.postMessage('reload')
}
`.trimStart()
