import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { ReminderRules } from './reminders.ts'

export function reminderRoutes(mount: Mount, reminders: ReminderRules) {
  mount(api.reminders.due, ({ caller }) => reminders.due(caller.owner))
  mount(api.reminders.take, ({ caller }) => reminders.take(caller))
}
