import type { TSchema } from 'typebox'
import { preferences, session, user } from './accounts.ts'
import { calendar } from './calendars.ts'
import { file } from './files.ts'
import { reference } from './git.ts'
import { step, taskEvent } from './history.ts'
import { issueSource } from './issue-sources.ts'
import { meeting, meetingCalendar } from './meetings.ts'
import { note } from './notes.ts'
import { outgoingWebhook, sentDelivery } from './outgoing-webhooks.ts'
import { share } from './shares.ts'
import { change, linkedTask, manyChange, newTask, task, taskWithFiles } from './tasks.ts'
import { token } from './tokens.ts'
import { view } from './views.ts'
import { delivery, hook } from './webhooks.ts'

/** The schemas that several endpoints share, by the names that generated clients give to their types. They hide no global type, such as File. */
export const namedSchemas: Record<string, TSchema> = {
  Task: task,
  TaskWithFiles: taskWithFiles,
  NewTask: newTask,
  TaskChange: change,
  ManyTasksChange: manyChange,
  LinkedTask: linkedTask,
  TaskEvent: taskEvent,
  UndoStep: step,
  TaskFile: file,
  GitReference: reference,
  TaskNote: note,
  SavedView: view,
  Token: token,
  Calendar: calendar,
  MeetingCalendar: meetingCalendar,
  Meeting: meeting,
  SharedLink: share,
  OutgoingWebhook: outgoingWebhook,
  SentDelivery: sentDelivery,
  IssueSource: issueSource,
  Webhook: hook,
  WebhookDelivery: delivery,
  User: user,
  Preferences: preferences,
  Session: session,
}
