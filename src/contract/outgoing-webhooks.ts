import { isPlainName } from './plain-names.ts'

/** The events of which a webhook tells another program. An event of a task has one of them: the first that fits and that the webhook sends. */
export const outgoingEvents = [
  'task.created',
  'task.completed',
  'task.deleted',
  'question.asked',
  'task.changed',
  'reminder.due',
] as const
export type OutgoingEvent = (typeof outgoingEvents)[number]

/** The type of a delivery that the user sends to try an address. */
export const testEvent = 'test'

/** `waiting`: it is sent at once or tried again later. */
export const sentStates = ['waiting', 'delivered', 'failed'] as const
export type SentState = (typeof sentStates)[number]

export const outgoingLimits = { name: 60, hooks: 10, address: 2_000, filter: 200, shownDeliveries: 50 } as const

/** Whether a text can be the name of a webhook to another program. */
export const isOutgoingName = (text: string) => isPlainName(text, outgoingLimits.name)
