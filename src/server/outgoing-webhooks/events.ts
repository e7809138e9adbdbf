import type { OutgoingEvent } from '../../contract/outgoing-webhooks.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { questionStep } from '../../contract/words/question-words.ts'

/**
 * The events that an entry of the log can be, the most telling one first. None for an entry that changes nothing that people see: the answer
 * of a question was read, or a task in the trash was deleted for good.
 */
function meaningsOf({ kind, before, after }: TaskEvent): OutgoingEvent[] {
  if (kind === 'created') return ['task.created']
  if (kind === 'trashed') return ['task.deleted']
  if (kind === 'purged' || kind === 'erased') return []
  if (kind === 'updated' && after?.status === 'Completed') return ['task.completed', 'task.changed']
  if (kind === 'noted') {
    const step = questionStep(before?.note, after?.note)
    if (step === 'read') return []
    if (step === 'asked') return ['question.asked', 'task.changed']
  }
  return ['task.changed']
}

/** The event that a webhook reports for an entry of the log; undefined if it reports none. Each entry is reported once. */
export const eventFor = (entry: TaskEvent, wanted: readonly OutgoingEvent[]): OutgoingEvent | undefined =>
  meaningsOf(entry).find((event) => wanted.includes(event))
