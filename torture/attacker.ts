import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { taskLimits } from '../src/contract/tasks.ts'
import { signUp } from './world.ts'

/** An account that misbehaves. */
export interface Account {
  cookie: string
  owner: string
}

export async function makeAccount(origin: string): Promise<Account> {
  const cookie = await signUp(origin)
  const response = await fetch(`${origin}/auth/verify`, { headers: { cookie } })
  const { user } = (await response.json()) as { user: { _id: string } }
  return { cookie, owner: user._id }
}

/** An address of this machine that the ordinary user does not use, so that the limits per address apply to the attacker alone. */
const localAddress = '127.0.0.66'

const maxBatchBytes = 1_000_000
const preparedAtOnce = 4

export interface Attacker extends Account {
  /** Sends one request, reads the whole response and returns its status: 0 if the connection broke. A text is sent as it is. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<number>
  /** Sends one request and returns the JSON of its response. Throws if it is refused. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>
  /** Opens a raw connection. It is closed when the attack ends. */
  socket(): Socket
  /** Repeats the work until the attack ends, `atOnce` times in parallel. */
  repeat(atOnce: number, work: () => Promise<unknown>): Promise<void>
  /** The head of a raw request, with the attacker's cookie. */
  head(method: string, path: string, headers?: Record<string, string>): string
  /**
   * Sends all of these, a few at a time, and repeats each while the server is too busy. Throws if one is refused, and
   * stops when the attack ends.
   */
  sendAll(requests: [method: string, path: string, body: unknown][]): Promise<void>
  /** Adds tasks. */
  fill(count: number, description: string): Promise<void>
  end(): void
  readonly isEnded: boolean
}

/** Starts a misbehaving account with its own address. */
export function makeAttacker(origin: string, account: Account): Attacker {
  const { cookie } = account
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, localAddress })
  const sockets = new Set<Socket>()
  let isEnded = false

  const attacker: Attacker = {
    ...account,
    async ask(method, path, body) {
      const headers = { cookie, 'content-type': 'application/json' }
      const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    send(method, path, body, more = {}) {
      return new Promise((resolve) => {
        const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...more }
        const sent = request(origin + path, { method, agent, headers }, (response) => {
          response.resume()
          response.on('close', () => resolve(response.statusCode ?? 0))
        })
        sent.on('error', () => resolve(0))
        sent.end(typeof body === 'string' || !body ? body : JSON.stringify(body))
      })
    },
    socket() {
      const socket = connect({ host: hostname, port: Number(port), localAddress })
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      socket.resume()
      return socket
    },
    async repeat(atOnce, work) {
      const loop = async () => {
        while (!isEnded) {
          await work()
          await new Promise(setImmediate)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, loop))
    },
    head(method, path, headers = {}) {
      const lines = Object.entries({ host: `${hostname}:${port}`, cookie, ...headers })
      return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    },
    async sendAll(requests) {
      const left = requests.values()
      const work = async () => {
        for (const [method, path, body] of left) {
          let status = 0
          do status = await attacker.send(method, path, body)
          while (!isEnded && (status === 429 || status === 503))
          if (isEnded) return
          if (status >= 300 || status === 0) throw new Error(`${method} ${path} answered ${status}`)
        }
      }
      await Promise.all(Array.from({ length: preparedAtOnce }, work))
    },
    async fill(count, description) {
      const atOnce = Math.max(1, Math.min(taskLimits.bulk, Math.floor(maxBatchBytes / Buffer.byteLength(description))))
      const batches = Array.from({ length: Math.ceil(count / atOnce) }, (_, batch) =>
        Array.from({ length: Math.min(atOnce, count - batch * atOnce) }, (_, index) => ({
          title: `Task ${batch * atOnce + index} of many`,
          description,
          dueDate: '2026-11-15',
        })),
      )
      await attacker.sendAll(batches.map((tasks) => ['POST', '/tasks/bulkCreateTasks', { tasks }]))
    },
    end() {
      isEnded = true
      agent.destroy()
      for (const socket of sockets) socket.destroy()
    },
    get isEnded() {
      return isEnded
    },
  }
  return attacker
}

/** Resolves when the socket is closed or the time has passed. */
export async function closed(socket: Socket, milliseconds: number): Promise<void> {
  if (socket.destroyed) return
  const signal = AbortSignal.timeout(milliseconds)
  await once(socket, 'close', { signal }).catch(() => {})
  socket.destroy()
}
