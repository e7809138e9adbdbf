/** Written by the build: the files of this version below the scope, each with the hash of its content. */
declare const build: { version: string; files: Record<string, string> }

const worker = self as unknown as ServiceWorkerGlobalScope
const { scope } = worker.registration
/** Several Taskdecks can share an origin, each with its own scope. */
const prefix = `${scope} `
const cacheName = prefix + build.version

/**
 * Stores all files of this version, or none. The hashes make sure that they belong together, even during an update of the server or behind
 * a proxy that answers with a page of its own.
 */
async function storeFiles() {
  const requests = Object.entries(build.files).map(([path, integrity]) => {
    const cache = path.startsWith('assets/') ? 'default' : 'no-cache'
    return new Request(scope + path, { integrity, cache })
  })
  try {
    await (await caches.open(cacheName)).addAll(requests)
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

/** Keeps the files of the previous version, for tabs that show it until their user has saved their text. */
async function removeOldVersions() {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** The stored file that answers a request. Undefined for everything that is not a file of the app, such as API calls. */
function fileFor({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url)
  const address = origin + pathname
  if (method !== 'GET' || !address.startsWith(scope)) return undefined
  const path = address.slice(scope.length)
  if (path === '') return mode === 'navigate' ? address : undefined
  return path.startsWith('assets/') || path in build.files ? address : undefined
}

/** Opens no cache: that would make a new one after the page has removed this worker and its files. */
async function answer(file: string, request: Request): Promise<Response> {
  return (await caches.match(file, { cacheName })) ?? (await caches.match(file)) ?? fetch(request)
}

worker.addEventListener('install', (event) => event.waitUntil(storeFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(removeOldVersions().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event) => {
  const file = fileFor(event.request)
  if (file) event.respondWith(answer(file, event.request))
})
// A new version waits until the user agrees to reload.
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting())
})
