import { notifications } from '@mantine/notifications'

const readingTime = 6_000

/** Says that something worked. Announced at once; stays long enough to read, also over a change of screens. */
export function alertDone(message: string) {
  notifications.show({ id: message, message, color: 'green', autoClose: readingTime, withBorder: true })
}

/** Says that something failed. Stays until it is dismissed. */
export function alertFailed(message: string) {
  notifications.show({ id: message, message, color: 'red', autoClose: false, withBorder: true })
}
