import type { TaskEvent } from '../../contract/schemas/history.ts'

/** The data of a notification: src/server/ways/messages.ts writes it. */
export interface NotificationData {
  task?: string
  question?: object
  tasks?: string[]
  asked?: string[]
}

/** Whether an event of the log is an answer to the notification of a reminder or a question about its task. */
export function answers({ task, kind, after, at }: TaskEvent, { task: about, question }: NotificationData): boolean {
  if (task !== about) return false
  if (kind === 'trashed' || kind === 'purged') return true
  if (question) return after?.openQuestions === 0
  return after?.status === 'Completed' || (after?.startDate ?? '') > at
}

/** Whether an event is an answer to one of the reminders or questions of a summary. */
export const answersPart = (event: TaskEvent, { tasks = [], asked = [] }: NotificationData): boolean =>
  (tasks.includes(event.task) && answers(event, { task: event.task })) ||
  (asked.includes(event.task) && answers(event, { task: event.task, question: {} }))

/** Closes the notifications of this browser that the user has handled elsewhere, such as on another device. */
export async function closeHandled(events: TaskEvent[]): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const data = notification.data as NotificationData | null
    if (data && events.some((event) => answers(event, data))) notification.close()
    // Whether the rest of a summary is handled as well is a question to the server.
    if (data && events.some((event) => answersPart(event, data))) registration?.active?.postMessage('send actions')
  }
}
