import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

// An ordinary user, in a separate process, while another account misbehaves: `node victim.ts ORIGIN COOKIE`.
// On SIGTERM it prints one line of JSON and exits: see Figures in hostile.ts.
const [origin = '', cookie = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
/** Of reads and of writes, in milliseconds. */
const times = { reads: [] as number[], writes: [] as number[] }
const failures: Record<string, number> = {}
let isRunning = true
process.on('SIGTERM', () => {
  isRunning = false
})

const task = JSON.stringify({ title: 'An ordinary task', description: 'with words', dueDate: '2026-11-15' })
const calls = [
  { method: 'GET', path: '/auth/verify', status: 200 },
  { method: 'GET', path: '/tasks/getTasks?status=', status: 200 },
  { method: 'POST', path: '/tasks/createTask', status: 201, body: task },
  { method: 'GET', path: '/health/live', status: 200 },
]

console.log('ready')
while (isRunning) {
  for (const { method, path, status, body } of calls) {
    const begun = performance.now()
    const answer = await send(method, path, body).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
    times[method === 'GET' ? 'reads' : 'writes'].push(performance.now() - begun)
    if (answer !== status) failures[`${path} ${answer}`] = (failures[`${path} ${answer}`] ?? 0) + 1
  }
  await pause(10)
}
const figures = (unsorted: number[]) => {
  const sorted = unsorted.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { requests: sorted.length, p99: at(0.99), slowest: at(1) }
}
console.log(JSON.stringify({ reads: figures(times.reads), writes: figures(times.writes), failures }))
process.exit(0)

/** Returns the status after reading the whole body. */
function send(method: string, path: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
    const sent = request(origin + path, { method, agent, headers, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in 30 s')))
    sent.on('error', reject)
    sent.end(body)
  })
}
