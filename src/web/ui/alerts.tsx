import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'

const readingTime = 6_000

/** Says that something worked. Announced at once; stays long enough to read, also over a change of screens. */
export function alertDone(message: string) {
  show({ message, color: 'green', autoClose: readingTime })
}

/** Says that something failed. Stays until it is dismissed. */
export function alertFailed(message: string) {
  show({ message, color: 'red', autoClose: false })
}

/** What is said again takes the place of what was said before, and is announced again. */
function show(alert: NotificationData) {
  notifications.updateState(notificationsStore, (shown) => shown.filter(({ message }) => message !== alert.message))
  notifications.show({ ...alert, withBorder: true })
}
