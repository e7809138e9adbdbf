/** The message that the server sends: src/server/ways/messages.ts writes it. */
interface PushMessage {
  owner: string
  tag: string
  title: string
  body: string
  url: string
  task?: string
  question?: { id: string; answers: string[] }
  dayStart?: number
  tasks?: string[]
  asked?: string[]
}

/** A change that was chosen in a notification and has not been sent yet. */
interface WaitingAction {
  /** The idempotency key: sent twice, it is done once. */
  key: string
  owner: string
  task: string
  method: 'PUT' | 'POST'
  path: string
  body: object
}

const storeName = 'actions'
/** Each costs a call. */
const maxAsked = 20
const icon = `${scope}icons/any-192.png`

worker.addEventListener('push', (event) => event.waitUntil(Promise.all([receive(event.data), sendActions()])))
worker.addEventListener('notificationclick', (event) => {
  const message = event.notification.data as PushMessage
  event.notification.close()
  event.waitUntil(event.action && message.task ? act(event.action, message) : open(message.url))
})
// A browser lets a sync event that fails wait before it repeats it, but would repeat one at once that registers again.
worker.addEventListener('sync' as 'activate', (event) => event.waitUntil(sendWaiting()))
worker.addEventListener('message', (event) => {
  if (event.data === 'send actions') event.waitUntil(Promise.all([sendActions(), closeHandled()]))
})

/** Shows a message, and closes older ones that were handled on another device, which has no other way to say so. */
async function receive(data: PushMessageData | null) {
  const message: PushMessage = data?.json() ?? { owner: '', tag: '', title: 'Taskdeck', body: '', url: scope }
  await show(message)
  await closeHandled(message)
}

/** Always shows something: browsers withdraw the permission after silent messages. */
async function show(message: PushMessage) {
  const { title, body, tag } = message
  await notify(title, { body, tag, data: message, actions: actionsOf(message) })
}

function actionsOf({ task, question }: PushMessage) {
  if (question) return question.answers.map((title) => ({ action: title, title }))
  if (!task) return []
  return [
    { action: 'done', title: 'Done' },
    { action: 'tomorrow', title: 'Tomorrow' },
  ]
}

const notify = (title: string, options: NotificationOptions & { actions?: object[] }) =>
  worker.registration.showNotification(title, { icon, badge: icon, ...options })

async function open(url: string) {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const page = pages.find((one) => one.url.startsWith(scope))
  if (!page) return void (await worker.clients.openWindow(url))
  await page.focus()
  await page.navigate(url).catch(() => worker.clients.openWindow(url))
}

/** Stored before it is sent, so that a worker that is stopped in between loses nothing. */
async function act(action: string, message: PushMessage) {
  const { owner, task = '' } = message
  const waiting: WaitingAction = { key: crypto.randomUUID(), owner, task, ...callFor(action, message) }
  await inStore('readwrite', (store) => store.put(waiting))
  await sendActions()
}

/**
 * Asks the server about the tasks of the newest notifications. Without an answer they stay. An older reminder of the same task as the message that
 * was just shown goes, too: replacing it would make no sound.
 */
async function closeHandled(newest?: PushMessage) {
  const shown = (await worker.registration.getNotifications()).filter(({ tag }) => tag !== newest?.tag)
  const asked = shown.slice(-maxAsked).map(async (one) => {
    const message = one.data as PushMessage | null
    if (message && (isOlder(message, newest) || (await isHandled(message)))) one.close()
  })
  await Promise.all(asked).catch(() => {})
}

const isOlder = ({ task, question }: PushMessage, newest?: PushMessage) =>
  task !== undefined && task === newest?.task && !question && !newest.question

/** A summary is handled if everything in it is. */
async function isHandled({ owner, task, question, dayStart = 0, tasks = [], asked = [] }: PushMessage) {
  const reminded = task && !question ? [task] : tasks
  const questioned = task && question ? [task] : asked
  for (const id of reminded) {
    const found = await taskFor(owner, id)
    if (found && found.status !== 'Completed' && !(found.startDate?.slice(0, 10) > dayAfter(0, dayStart))) return false
  }
  for (const id of questioned) if ((await taskFor(owner, id))?.openQuestions) return false
  return reminded.length + questioned.length > 0
}

/** Undefined if the task does not exist any more. */
async function taskFor(owner: string, id: string) {
  const response = await fetch(`/tasks/task/${encodeURIComponent(id)}`, { headers: { 'taskdeck-user': owner } })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  return response.json()
}

function callFor(
  action: string,
  { task = '', question, dayStart = 0 }: PushMessage,
): Pick<WaitingAction, 'method' | 'path' | 'body'> {
  const id = encodeURIComponent(task)
  if (question) {
    const path = `/tasks/task/${id}/notes/${encodeURIComponent(question.id)}/answer`
    return { method: 'POST', path, body: { answer: action } }
  }
  const body = action === 'done' ? { status: 'Completed' } : { startDate: dayAfter(1, dayStart) }
  return { method: 'PUT', path: `/tasks/updateTask/${id}`, body }
}

/** Until the hour at which days begin, it is still yesterday. */
function dayAfter(days: number, dayStart: number): string {
  const day = new Date(Date.now() - dayStart * 3_600_000)
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Sends what waits. Without the network, the browser says when to try again, or the app does when it starts. */
async function sendActions() {
  const { sync } = worker.registration as { sync?: { register(tag: string): Promise<void> } }
  await sendWaiting().catch(() => sync?.register(storeName).catch(() => {}))
}

/** Fails if the server cannot answer now. */
async function sendWaiting() {
  for (const action of await inStore<WaitingAction[]>('readonly', (store) => store.getAll())) {
    const response = await send(action)
    if (response.status >= 500 || response.status === 429) throw new Error(`The server answered ${response.status}`)
    // Of a user who is signed out. It waits for the next start of the app, and those of others go on.
    if (response.status === 401) continue
    await inStore('readwrite', (store) => store.delete(action.key))
    if (!response.ok) await explain(action, response)
  }
}

const send = ({ key, owner, method, path, body }: WaitingAction) =>
  fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, 'taskdeck-user': owner },
    body: JSON.stringify(body),
  })

async function explain({ task }: WaitingAction, response: Response) {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  const data = { url: `${scope}#/task/${task}` }
  await notify('It was not saved', { body: message ?? '', tag: `refused ${task}`, data })
}

function inStore<Result = unknown>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`${prefix}${storeName}`)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'key' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => {
        database.close()
        resolve(request.result)
      }
      transaction.onerror = () => reject(transaction.error)
    }
  })
}
