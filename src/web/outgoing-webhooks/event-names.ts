import type { OutgoingEvent, SentState } from '../../contract/outgoing-webhooks.ts'

export const outgoingEventNames: Record<OutgoingEvent, string> = {
  'task.created': 'A task is added',
  'task.changed': 'A task is changed',
  'task.completed': 'A task is completed',
  'task.deleted': 'A task is deleted',
  'question.asked': 'An agent needs you',
  'reminder.due': 'A reminder is due',
}

export const sentStateNames: Record<SentState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}
