import { useSyncExternalStore } from 'react'

/** A value that lives outside the components and re-renders those that use it. */
export interface Cell<T> {
  get: () => T
  set: (next: T) => void
  update: (change: (before: T) => T) => void
  /** A hook: the value, now and after every change. */
  use: () => T
  /** A hook: something that is derived from the value. Renders again only if the result is another one. */
  useDerived: <D>(derive: (value: T) => D) => D
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const get = () => value
  const set = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  return {
    get,
    set,
    update: (change) => set(change(value)),
    use: () => useSyncExternalStore(subscribe, get),
    useDerived: (derive) => useSyncExternalStore(subscribe, () => derive(value)),
  }
}

const resets: (() => void)[] = []

/** A cell for state of the signed-in user that the server does not know. It has its first value again when the session ends. */
export function createUserCell<T>(initial: T): Cell<T> {
  const cell = createCell(initial)
  resets.push(() => cell.set(initial))
  return cell
}

export function resetUserCells() {
  for (const reset of resets) reset()
}

const savedPrefix = 'taskdeck-saved-'

/** State of one user that this tab keeps over a reload and a lost session, until the user signs out. */
export function savedState<T>(userId: string, name: string) {
  const key = `${savedPrefix}${userId}-${name}`
  return {
    read: (): T | undefined => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined,
    save: (value: T) => sessionStorage.setItem(key, JSON.stringify(value)),
    remove: () => sessionStorage.removeItem(key),
  }
}

const signOutChannel = 'taskdeck-logout'

function removeSavedHere(userId: string) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${savedPrefix}${userId}-`)) sessionStorage.removeItem(key)
  }
}

/** Removes the saved state of a user, in every tab. */
export function removeSavedState(userId: string) {
  removeSavedHere(userId)
  const channel = new BroadcastChannel(signOutChannel)
  channel.postMessage(userId)
  channel.close()
}

/** Lets other tabs remove the saved state of this one. */
export function listenForSignOut(): () => void {
  const channel = new BroadcastChannel(signOutChannel)
  channel.onmessage = ({ data }) => removeSavedHere(data)
  return () => channel.close()
}
