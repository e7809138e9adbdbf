import { timeZoneOf, usernames } from '../accounts/accounts.ts'
import { fileEvents } from '../files/events.ts'
import { fileWrites as writesOfFiles } from '../files/file-writes.ts'
import { gitEvents } from '../git/events.ts'
import { referenceWrites as writesOfReferences } from '../git/reference-writes.ts'
import { historyRules } from '../history/history.ts'
import { liveRules } from '../live/live.ts'
import { noteEvents } from '../notes/events.ts'
import { noteWrites as writesOfNotes } from '../notes/note-writes.ts'
import { receiptEvents } from '../receipts/events.ts'
import { type ReceiptWrites, receiptWrites as writesOfReceipts } from '../receipts/receipt-writes.ts'
import { followingReminders } from '../reminders/following-tasks.ts'
import { taskEvents } from '../tasks/events.ts'
import { labelRecount } from '../tasks/labels.ts'
import { taskWrites as writesOfTasks } from '../tasks/task-writes.ts'
import type { Above } from './above.ts'
import type { Ground } from './ground.ts'

/** The second level: the history, the writes that it can undo, and the live streams that show it. */
export function wireLog(ground: Ground, { announce, announceSettings }: Above) {
  const { config, database, log, queue } = ground
  const { follow } = followingReminders({ queue, timeZoneOf })
  const taskWrites = writesOfTasks(database, config, follow)
  const fileWrites = writesOfFiles(taskWrites)
  const referenceWrites = writesOfReferences((draft, task) => receiptWrites.refresh(draft, task))
  const noteWrites = writesOfNotes(taskWrites)
  const receiptWrites: ReceiptWrites = writesOfReceipts({ tasks: taskWrites, commitsOf: referenceWrites.commitsOf })
  const history = historyRules({
    ...{ ...ground, announce, announceSettings },
    kinds: {
      ...taskEvents(taskWrites, database),
      ...fileEvents(fileWrites, taskWrites),
      ...gitEvents(referenceWrites, taskWrites),
      ...noteEvents(noteWrites, taskWrites),
      ...receiptEvents(receiptWrites, taskWrites),
    },
    recounts: [labelRecount(database)],
    usernames: usernames(database),
  })
  const live = liveRules({
    history,
    onTrouble: (error) => {
      // While the database cannot be reached, every request reports it already.
      if (!database.outage(error)) log.error({ err: error }, 'The log could not be read for the live streams')
    },
  })
  return { ...ground, history, live, taskWrites, fileWrites, referenceWrites, noteWrites, receiptWrites }
}

export type WithLog = ReturnType<typeof wireLog>
