import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens with this handler until the test ends, and returns the origin. */
export async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sets the clipboard, clears the screen, hides text, links, rings, and turns the direction of text; then a shell command. */
export const hostileText = (file: string) =>
  `\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[8m\u001b]8;;http://evil.example\u001b\\x\u009b31m\u0085\u007f\u202e\u2066\u200f\u{e0041} $(touch ${file}) \`touch ${file}\` ; touch ${file} & '"\r\nSecond line`

/** A server that answers every call of the command line in the right shape, with hostile text wherever text can stand. */
export async function hostileServer(file: string): Promise<string> {
  const text = hostileText(file)
  const task = {
    _id: '01a1e531-14b7-7000-b324-3536ce0ca532',
    number: 1,
    version: 1,
    createdAt: '2026-11-16T16:29:21.462Z',
    updatedAt: '2026-11-16T16:29:22.462Z',
    title: text,
    description: text,
    labels: [text],
    priority: text,
    status: 'Pending',
    dueDate: '2026-11-17T00:00:00.000Z',
    startDate: null,
    repeat: null,
    completedAt: null,
    position: 1,
    fileCount: 1,
    noteCount: 1,
    claim: { until: '2100-01-01T00:00:00.000Z', by: `agent:${text}`, at: '2026-11-16T16:29:21.462Z', minutes: 30 },
    openQuestions: 1,
    proof: { task: { kind: text, isPassed: false, behind: 2 } },
  }
  const note = {
    ...{ _id: 'n1', number: 1, kind: 'note', text, via: `agent:${text}`, createdAt: task.createdAt },
    ...{ editedAt: null, version: 1 },
  }
  const receipt = {
    ...{ _id: 'r1', kind: text, criterion: null, summary: text, command: text, exitCode: 1, isPassed: false },
    ...{ startedAt: task.createdAt, durationMs: 1, machine: text, repository: text, branch: text, commit: text },
    ...{ isClean: false, sha256: text, output: 'f1', url: text, via: `agent:${text}`, createdAt: task.createdAt },
    behind: 2,
  }
  const question = {
    ...{ ...note, kind: 'question' },
    question: {
      ...{ choices: [text], answer: text, answeredAt: text, answeredVia: text },
      ...{ readAt: null, closed: null, closedAt: null },
    },
  }
  const attached = { _id: 'f1', name: text, size: 3, type: text, sha256: text, createdAt: task.createdAt }
  const event = {
    ...{ seq: 1, change: 1, undoes: null, task: task._id, kind: 'updated', version: 2, at: task.createdAt },
    ...{ before: { title: text, labels: [text] }, after: { title: `${text}!`, labels: [] }, via: `token:${text}` },
    by: text,
  }
  const share = {
    ...{
      id: 's1',
      name: text,
      kind: text,
      target: { _id: task._id, number: 1, title: text },
      parts: [text],
      via: text,
    },
    ...{ question: { text, choices: [text] }, answered: { text, at: task.createdAt }, createdAt: task.createdAt },
    ...{ days: null, expiresAt: null, visits: 1, visitedAt: task.createdAt },
  }
  const step = { ...event, taskCount: 1, ageMs: 1, task }
  const preferences = { dateStyle: 'iso', weekStart: 'monday', sort: 'asc', filter: '' }
  const answers: Record<string, object> = {
    'GET /tasks/getTasks': { tasks: [task] },
    'GET /tasks/task/1': { ...task, files: [attached] },
    'GET /tasks/task/1/links': { links: [{ kind: 'related', direction: 'out', task }] },
    'GET /tasks/task/1/history': { events: [event] },
    // There is always another page.
    'GET /tasks/task/1/notes': { notes: [note, question], total: 2, nextBefore: 5 },
    'GET /tasks/notes': { notes: { [task._id]: { _id: 'n1', number: 1, excerpt: text } } },
    'POST /tasks/task/1/notes': { message: text, note, change: 1 },
    'GET /tasks/task/1/receipts': { receipts: [receipt] },
    'POST /tasks/task/1/receipts': { message: text, receipt, change: 1 },
    'POST /tasks/claim': { message: text, task, change: 1 },
    'POST /tasks/releaseClaims': { message: text, tasks: [task], change: 1 },
    'POST /tasks/task/1/upload': { message: text, file: attached, change: 1 },
    'POST /mcp': { jsonrpc: '2.0', id: 1, result: { text } },
    'POST /tasks/bulkCreateTasks': { message: text, tasks: [task], change: 1 },
    'POST /tasks/bulkUpdateTasks': { message: text, tasks: [task], nextTasks: [task], change: 1 },
    'POST /tasks/bulkDeleteTasks': { message: text, change: 1 },
    'PUT /tasks/updateTask/1': { message: text, task, change: 1 },
    'POST /tasks/undo': { message: text, step, change: 2 },
    'POST /tasks/redo': { message: text, step, change: 3 },
    'GET /tasks/questions': { questions: [{ ...question, task }], nextBefore: null },
    'POST /tasks/task/1/questions': { message: text, note: question, change: 5 },
    'POST /tasks/task/1/notes/1/withdraw': { message: text, note: question, change: 6 },
    'POST /tasks/task/1/notes/1/wait': {
      ...{ message: `An answer. ${text}`, state: 'answered', answer: text, holdsTask: false, note: question },
    },
    'GET /shares': { shares: [share, { ...share, name: 'x' }] },
    'POST /shares': { message: text, share, path: `/${text}#${'a'.repeat(43)}` },
    'DELETE /shares/s1': { message: text },
    'GET /views': { views: [{ _id: 'v1', name: text, address: '/list' }] },
    'GET /tasks/trash': {
      tasks: [{ ...task, trashedAt: task.createdAt }],
      files: [{ ...attached, removedAt: task.createdAt, task }],
    },
    'POST /tasks/trash/1/restore': { message: text, task, change: 4 },
    'POST /tasks/import': {
      ...{ message: text, created: 1, updated: 1, unchanged: 1, problemCount: 1, change: 7, seq: 7 },
      ...{ problems: [{ line: 1, message: text }], remarks: [{ line: 1, message: text }] },
    },
    'POST /archive/import/watched': {
      result: {
        ...{ message: text, created: 1, unchanged: 1, restored: 1, leftOut: [text], change: 7, seq: 7 },
        ...{ noteCount: 1, receiptCount: 1, referenceCount: 1, fileCount: 1, fileBytes: 1, eventCount: 1 },
        ...{ viewCount: 1, colourCount: 1, isRenumbered: true, hasSettings: true, first: [task] },
      },
    },
    'GET /archive/size': { taskCount: 1, fileCount: 1, fileBytes: 1, bytes: 1 },
    'GET /archive': { text },
    'GET /auth/whoami': {
      ...{ user: { _id: 'u1', username: text }, preferences, scope: 'write' },
      token: { id: 't1', name: text, expiresAt: null },
    },
    'POST /auth/device/code': {
      ...{ device_code: 'd', user_code: text, verification_uri: text, verification_uri_complete: `file://${text}` },
      ...{ expires_in: 10, interval: 0 },
    },
    'POST /auth/device/token': { access_token: 'tdk_evil', token_type: 'bearer' },
    'POST /auth/revoke': { message: text },
  }
  /** A stream with an event, and then one whose number is a command of a shell. */
  const evil = { ...event, before: { number: `1 $(touch ${file})`, title: 'x' } }
  const stream = [
    `event: reload\ndata: {}`,
    ...[event, evil].map((one) => `event: change\ndata: ${JSON.stringify(one)}`),
  ]
  return listen((request, response) => {
    const { method, url = '' } = request
    request.resume()
    if (url === '/tasks/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(stream.map((block) => `${block}\n\n`).join(''))
    }
    const answer = answers[`${method} ${url.split('?')[0]}`]
    response.writeHead(answer ? 200 : 403, {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${file}"`,
    })
    response.end(JSON.stringify(answer ?? { code: 'forbidden', message: text }))
  })
}
