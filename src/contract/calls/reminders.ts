import { callsOf } from '../endpoint.ts'
import type { reminderSchemas } from '../schemas/reminders.ts'

/** For browsers only: a script that took a reminder would keep it from its user. */
export const reminderCalls = callsOf<typeof reminderSchemas>()({
  due: { method: 'GET', path: '/reminders/due', access: 'session' },
  take: { method: 'POST', path: '/reminders/take', access: 'session' },
})
