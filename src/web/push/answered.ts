import type { TaskEvent } from '../../contract/schemas/history.ts'

/** Closes notifications of this browser that events of the log have answered. Few users have any, so the rest is loaded when it is needed. */
export function closeAnswered(events: TaskEvent[]): void {
  if (!('serviceWorker' in navigator && 'Notification' in window) || Notification.permission !== 'granted') return
  import('./handled.ts')
    .then(({ closeHandled }) => closeHandled(events))
    .catch((error: unknown) => console.warn('Notifications could not be closed', error))
}
