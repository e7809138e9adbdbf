import { openDB } from 'idb'

/** The actions that were chosen in notifications and have not been sent yet. The service worker keeps them: see service-worker/notifications.ts. */
const storeName = 'actions'

/** Undefined without a service worker: then there are no notifications. */
async function openActions() {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return undefined
  return openDB<{ actions: { key: string; value: { key: string; owner: string } } }>(
    `${registration.scope} ${storeName}`,
    1,
    { upgrade: (db) => void db.createObjectStore(storeName, { keyPath: 'key' }) },
  )
}

/** How many actions of a user wait. */
export async function countActions(owner: string): Promise<number> {
  const db = await openActions()
  const waiting = (await db?.getAll(storeName)) ?? []
  db?.close()
  return waiting.filter((action) => action.owner === owner).length
}

/** Deletes the actions of a user. Those of other users stay. */
export async function forgetActions(owner: string): Promise<void> {
  const db = await openActions()
  if (!db) return
  const tx = db.transaction(storeName, 'readwrite')
  for (const action of await tx.store.getAll()) if (action.owner === owner) await tx.store.delete(action.key)
  await tx.done
  db.close()
}
