import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountCalls } from '../../src/contract/calls/accounts.ts'
import { taskCalls } from '../../src/contract/calls/tasks.ts'
import type { Task } from '../../src/contract/schemas/tasks.ts'

const thinkMs = 100
const retryMs = 200
/** Longer than every limit of the server: a request without an answer by then counts as a failure. */
const answerMs = 60_000

/** One answer that a user got. */
export interface Answer {
  email: string
  kind: 'write' | 'read'
  status: number
  hasRetryAfter: boolean
  beganAt: number
  milliseconds: number
}

interface User {
  email: string
  cookie: string
  /** The titles of the acknowledged tasks. */
  acknowledged: Set<string>
}

const body = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

/** Signs up a user. Returns the status, too, because this is also a question to the directory during a fault. */
export async function signUp(origin: string) {
  const email = `${randomUUID()}@example.com`
  const account = { username: 'Ana', email, password: 'correct horse battery' }
  const response = await fetch(origin + accountCalls.signup.path, { method: 'POST', ...body(account) })
  return { email, status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Users who create and list tasks all the time. A refused create is repeated with its key until it is acknowledged, as the web app does. */
export async function startUsers(origin: string, count: number) {
  const answers: Answer[] = []
  const users: User[] = []
  let isOver = false
  for (let index = 0; index < count; index++) {
    const { email, cookie } = await signUp(origin)
    users.push({ email, cookie, acknowledged: new Set() })
  }

  async function ask({ email, cookie }: User, kind: Answer['kind'], path: string, init: RequestInit = {}) {
    const beganAt = performance.now()
    const response = await fetch(origin + path, {
      ...init,
      headers: { cookie, ...init.headers },
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    const status = text === undefined ? 0 : (response?.status ?? 0)
    const hasRetryAfter = response?.headers.has('retry-after') ?? false
    answers.push({ email, kind, status, hasRetryAfter, beganAt, milliseconds: performance.now() - beganAt })
    return { isOk: status >= 200 && status < 300, text: text ?? '' }
  }

  async function writing(user: User) {
    while (!isOver) {
      const title = randomUUID()
      const task = body({ title, description: 'x', dueDate: '2026-11-15' })
      const init = { method: 'POST', ...task, headers: { ...task.headers, 'idempotency-key': title } }
      while (!(await ask(user, 'write', taskCalls.create.path, init)).isOk) await pause(retryMs)
      user.acknowledged.add(title)
      await pause(thinkMs)
    }
  }

  async function reading(user: User) {
    while (!isOver) {
      await ask(user, 'read', `${taskCalls.list.path}?status=Completed`)
      await pause(thinkMs)
    }
  }

  const working = users.flatMap((user) => [writing(user), reading(user)])
  return {
    answers,
    /** Ends the load, and compares the acknowledged tasks with the lists. */
    async check() {
      isOver = true
      await Promise.all(working)
      const found = { acknowledged: 0, lost: 0, twice: 0 }
      for (const user of users) {
        const { text } = await ask(user, 'read', taskCalls.list.path)
        const { tasks } = JSON.parse(text) as { tasks: Task[] }
        const titles = tasks.map(({ title }) => title)
        found.acknowledged += user.acknowledged.size
        found.lost += [...user.acknowledged].filter((title) => !titles.includes(title)).length
        found.twice += titles.length - new Set(titles).size
      }
      return found
    },
  }
}

export type Users = Awaited<ReturnType<typeof startUsers>>

/** The answers to requests that began in a time, in words. */
export function summary(answers: Answer[]): string {
  if (!answers.length) return 'none'
  const count = (is: (answer: Answer) => boolean) => answers.filter(is).length
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  const figures = [
    `${count(({ status }) => status >= 200 && status < 300)} answered`,
    `${count(isRefusal)} refused with 503 and Retry-After`,
    `${count((answer) => !isRefusal(answer) && !isAnswer(answer))} failed otherwise`,
  ]
  return `${figures.join(', ')}; slowest ${Math.round(slowest)} ms`
}

export const isAnswer = ({ status }: Answer) => status >= 200 && status < 300
export const isRefusal = ({ status, hasRetryAfter }: Answer) => status === 503 && hasRetryAfter
