import type { Route } from '../contract/endpoint.ts'
import { eventKinds } from '../contract/history.ts'
import { questionStates } from '../contract/questions.ts'
import type { TaskEvent } from '../contract/schemas/history.ts'
import { amountFields } from '../contract/task-fields.ts'

/**
 * The fields that an answer of an endpoint must have. Another server at the same address may answer with JSON too. Checked by hand, because
 * loading the schemas of the contract takes longer than a command.
 */
export const requiredFields: Record<string, readonly string[]> = {
  'GET /tasks/getTasks': ['tasks'],
  'GET /tasks/task/:id': ['_id', 'number', 'title', 'description', 'labels', 'files', 'version'],
  'GET /tasks/task/:id/links': ['links'],
  'GET /tasks/task/:id/history': ['events'],
  'GET /meetings/freeTime': ['minutes', 'meetingAt'],
  'GET /tasks/notes': ['notes'],
  'GET /tasks/task/:id/notes': ['notes', 'total', 'nextBefore'],
  'POST /tasks/task/:id/notes': ['note', 'change'],
  'PUT /tasks/task/:id/notes/:note': ['note', 'change'],
  'DELETE /tasks/task/:id/notes/:note': ['change'],
  'POST /tasks/claim': ['task', 'change'],
  'GET /tasks/task/:id/receipts': ['receipts'],
  'POST /tasks/task/:id/receipts': ['receipt', 'change'],
  'POST /tasks/releaseClaims': ['change'],
  'POST /tasks/task/:id/upload': ['file', 'change'],
  'GET /tasks/questions': ['questions', 'nextBefore'],
  'POST /tasks/task/:id/questions': ['note', 'change'],
  'POST /tasks/task/:id/notes/:note/withdraw': ['note', 'change'],
  'POST /tasks/task/:id/notes/:note/wait': ['message', 'state', 'answer', 'holdsTask', 'note'],
  'POST /tasks/bulkCreateTasks': ['tasks'],
  'POST /tasks/bulkUpdateTasks': ['change'],
  'POST /tasks/bulkDeleteTasks': ['change'],
  'PUT /tasks/updateTask/:id': ['task', 'change'],
  'POST /tasks/undo': ['step', 'change'],
  'GET /tasks/undoToken': ['changes', 'taskCount', 'tasks', 'left', 'leftCount', 'upTo'],
  'POST /tasks/undoToken': ['changes', 'left', 'leftCount', 'change'],
  'GET /tasks/activity': ['changes', 'nextBefore'],
  'POST /tasks/redo': ['step', 'change'],
  'POST /tasks/task/:id/git': ['message'],
  'GET /tasks/trash': ['tasks', 'files'],
  'GET /issue-sources': ['sources'],
  'POST /issue-sources/:id/sync': ['source'],
  'POST /tasks/trash/:id/restore': ['task', 'change'],
  'POST /tasks/task/:id/files/:file/restore': ['file', 'change'],
  'DELETE /tasks/trash': ['message'],
  'GET /views': ['views'],
  'GET /shares': ['shares'],
  'POST /shares': ['share', 'path'],
  'DELETE /shares/:id': ['message'],
  'POST /tasks/import': ['message', 'created', 'updated', 'unchanged', 'problems', 'problemCount', 'remarks', 'change'],
  'POST /archive/import': ['message', 'created', 'unchanged', 'first', 'leftOut', 'change'],
  'GET /archive/size': ['taskCount', 'fileCount', 'bytes'],
  'GET /auth/whoami': ['user', 'preferences', 'scope'],
  'POST /auth/revoke': ['message'],
  'POST /auth/device/code': ['device_code', 'user_code', 'verification_uri', 'expires_in', 'interval'],
  'POST /auth/device/token': ['access_token'],
}

const isText = (value: unknown) => typeof value === 'string'
const isId = (value: unknown) => isText(value) && /^[\w-]{1,64}$/.test(value as string)
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isCountOrNull = (value: unknown) => value === null || isCount(value)
/** Printed for people who open it in a browser. */
const isLinkPath = (value: unknown) => isText(value) && /^\/[\w./-]*#[\w-]{43}$/.test(value as string)
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isCriteria = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) => isRecordOrNull(one) && isText(Object(one).text) && isTextOrNull(Object(one).command ?? null),
  )
const isRecordOrNull = (value: unknown) => typeof value === 'object' && !Array.isArray(value)
const isRemarks = (value: unknown) =>
  Array.isArray(value) && value.every((one: unknown) => isCount(Object(one).line) && isText(Object(one).message))
const isOneOf =
  (...values: string[]) =>
  (value: unknown) =>
    values.includes(value as string)

/**
 * The types of fields wherever they stand in an answer, as far as commands rely on them: numbers and ids are used in shell commands, names of
 * files and addresses.
 */
const types: Record<string, (value: unknown) => boolean> = {
  _id: isId,
  number: isCount,
  version: isCount,
  seq: isCountOrNull,
  change: isCountOrNull,
  undoes: isCountOrNull,
  nextBefore: isCountOrNull,
  title: isText,
  description: isText,
  text: isText,
  via: isTextOrNull,
  noteCount: isCount,
  openQuestions: isCount,
  questions: Array.isArray,
  receipts: Array.isArray,
  receipt: isRecordOrNull,
  proof: isRecordOrNull,
  behind: isCount,
  command: isTextOrNull,
  commit: isTextOrNull,
  summary: isTextOrNull,
  criterion: isTextOrNull,
  exitCode: isCountOrNull,
  durationMs: isCountOrNull,
  startedAt: isTextOrNull,
  choices: isTexts,
  answer: isTextOrNull,
  state: isOneOf(...questionStates),
  total: isCount,
  size: isCount,
  taskCount: isCount,
  fileCount: isCount,
  bytes: isCount,
  created: isCount,
  updated: isCount,
  unchanged: isCount,
  problems: isRemarks,
  problemCount: isCount,
  remarks: isRemarks,
  restored: isCount,
  ...{ receiptCount: isCount, referenceCount: isCount, fileBytes: isCount },
  ...{ eventCount: isCount, viewCount: isCount, colourCount: isCount },
  first: Array.isArray,
  leftOut: isTexts,
  minutes: isCount,
  until: isText,
  by: isText,
  at: isText,
  kind: isText,
  excerpt: isText,
  createdAt: isText,
  editedAt: isTextOrNull,
  claim: isRecordOrNull,
  doneWhen: isCriteria,
  name: isText,
  message: isText,
  username: isText,
  access_token: isText,
  device_code: isText,
  user_code: isText,
  verification_uri: isText,
  verification_uri_complete: isText,
  expires_in: isCount,
  interval: isCount,
  priority: isText,
  status: isOneOf('Pending', 'In Progress', 'Completed'),
  dueDate: isTextOrNull,
  startDate: isTextOrNull,
  completedAt: isTextOrNull,
  ...Object.fromEntries(amountFields.map(({ field }) => [field, isCountOrNull])),
  labels: isTexts,
  reminders: isTexts,
  tasks: Array.isArray,
  nextTasks: Array.isArray,
  files: Array.isArray,
  links: Array.isArray,
  events: Array.isArray,
  views: Array.isArray,
  shares: Array.isArray,
  share: isRecordOrNull,
  parts: isTexts,
  visits: isCount,
  days: isCountOrNull,
  expiresAt: isTextOrNull,
  path: isLinkPath,
}

/** Whether an answer can be one of Taskdeck to this call. */
export function isAnswerTo({ method, path }: Pick<Route, 'method' | 'path'>, answer: object): boolean {
  const required = requiredFields[`${method} ${path}`] ?? []
  return required.every((name) => Object.hasOwn(answer, name)) && hasKnownTypes(answer)
}

/** The fields that an event of the stream must have. */
const eventFields = ['seq', 'change', 'undoes', 'kind', 'before', 'after', 'via', 'at']

/** Whether a value can be an event of Taskdeck's stream, of a kind that this version knows. */
export function isEvent(value: unknown): value is TaskEvent {
  const { task, kind } = Object(value) as { task?: unknown; kind?: unknown }
  if (!isId(task) || !eventKinds.some((known) => known === kind)) return false
  return eventFields.every((name) => Object.hasOwn(Object(value), name)) && hasKnownTypes(value)
}

function hasKnownTypes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasKnownTypes)
  return Object.entries(value).every(
    ([name, inner]) => (!Object.hasOwn(types, name) || types[name]?.(inner)) && hasKnownTypes(inner),
  )
}
