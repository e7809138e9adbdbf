import pg from 'pg'
import { taskLimits } from '../src/contract/tasks.ts'
import { type Attacker, closed } from './attacker.ts'
import type { Engine } from './world.ts'

export interface Attack {
  name: string
  engines?: Engine[]
  /**
   * Whether the short version in `npm test` includes it. Such an attack needs no data and leaves no work to the server
   * afterwards.
   */
  isBrief?: boolean
  /** Attacks with the same account share it, and the data that the first of them has prepared. */
  account?: string
  /** Prepares the data of the attack, before anything is measured. `size` is the number of tasks of a large account. */
  prepare?(attacker: Attacker, size: number): Promise<void>
  /** Runs until the attacker is stopped or the work is done. */
  run(attacker: Attacker, world: { databaseUrl: string }): Promise<void>
}

/** One character that NFKD expands to 18 letters. */
const expanding = '\u{fdfa}'
const fortyWords = Array.from({ length: 40 }, (_, index) => `صلى${index % 7}`).join(' ')
const query = (q: string) => `/tasks/getTasks?${new URLSearchParams({ q })}`
const large = (attacker: Attacker, size: number) => attacker.fill(size, 'One of a great many tasks of one user')

export const hostileAttacks: Attack[] = [
  {
    name: 'searches of 40 words over text that expands eighteenfold',
    prepare: (attacker, size) => attacker.fill(Math.min(size, 300), `${expanding.repeat(30)} `.repeat(300)),
    run: (attacker) => attacker.repeat(8, () => attacker.send('GET', query(fortyWords))),
  },
  {
    name: '60 pipelined exports in one packet, over and over',
    prepare: (attacker, size) => large(attacker, size / 10),
    run: (attacker) => pipelined(attacker, attacker.head('GET', '/auth/export'), 60),
  },
  {
    name: 'lists of a large account',
    account: 'large',
    prepare: large,
    run: (attacker) => attacker.repeat(6, () => attacker.send('GET', '/tasks/getTasks?status=')),
  },
  {
    name: 'searches of a large account',
    account: 'large',
    prepare: large,
    run: (attacker) => attacker.repeat(6, () => attacker.send('GET', query('great many of task'))),
  },
  {
    name: 'exports of a large account',
    account: 'large',
    prepare: large,
    run: (attacker) => attacker.repeat(3, () => attacker.send('GET', '/auth/export')),
  },
  {
    name: 'emptying the trash of a large account',
    async prepare(attacker, size) {
      await large(attacker, size)
      const batches = Array.from({ length: size / 100 }, (_, batch) =>
        Array.from({ length: 100 }, (_, index) => String(batch * 100 + index + 1)),
      )
      await attacker.sendAll(batches.map((ids) => ['POST', '/tasks/bulkDeleteTasks', { ids }]))
    },
    run: (attacker) => attacker.repeat(1, () => attacker.send('DELETE', '/tasks/trash')),
  },
  {
    name: 'changes of 10,000 tasks at once, and their undo, over 4 connections',
    account: 'large',
    prepare: large,
    async run(attacker) {
      const ids = Array.from({ length: taskLimits.bulkChange }, (_, index) => String(index + 1))
      let round = 0
      await attacker.repeat(4, async () => {
        const change = round++ % 2 ? { status: 'Pending', addLabels: ['many'] } : { status: 'Completed' }
        await attacker.send('POST', '/tasks/bulkUpdateTasks', { ids, change })
        await attacker.send('POST', '/tasks/undo', {})
      })
    },
  },
  {
    name: 'deleting a large account',
    account: 'large',
    prepare: large,
    run: async (attacker) => {
      await attacker.send('POST', '/auth/delete', { password: 'correct horse battery' })
    },
  },
  {
    name: 'bulk writes of 100 tasks over 50 connections',
    isBrief: true,
    run: (attacker) => {
      const task = { title: 'One of many', description: 'many words '.repeat(50), dueDate: '2026-11-15' }
      const tasks = Array(taskLimits.bulk).fill(task)
      return attacker.repeat(50, () => attacker.send('POST', '/tasks/bulkCreateTasks', { tasks }))
    },
  },
  {
    name: 'wrong passwords over 50 connections',
    run: (attacker) =>
      attacker.repeat(50, () =>
        attacker.send('POST', '/auth/login', { email: `${Math.random()}@example.com`, password: 'wrong password' }),
      ),
  },
  {
    name: 'JSON of 250 kB, sent to sign in over 50 connections',
    run: (attacker) => {
      const email = `${'\\u00e9'.repeat(40_000)}@example.com`
      const body = `{"email":"${email}","password":"wrong password"}`
      return attacker.repeat(50, () => attacker.send('POST', '/auth/login', body))
    },
  },
  {
    name: 'JSON of 2 MB, sent as many tasks over 50 connections',
    run: (attacker) => {
      const body = `{"tasks":[{"title":"${'\\u00e9'.repeat(330_000)}"}]}`
      return attacker.repeat(50, () => attacker.send('POST', '/tasks/bulkCreateTasks', body))
    },
  },
  {
    name: '50 writes of one owner that wait for a row lock',
    engines: ['postgres'],
    async run(attacker, { databaseUrl }) {
      await attacker.fill(1, 'a')
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query('begin')
      await client.query('select * from decks where user_id = $1 for update', [attacker.owner])
      const task = { title: 'a', description: 'b', dueDate: '2026-11-15' }
      try {
        await attacker.repeat(50, () => attacker.send('POST', '/tasks/createTask', task))
      } finally {
        await client.end()
      }
    },
  },
  {
    name: '2,000 pipelined HEAD requests for a large file, over and over',
    run: async (attacker) => {
      const path = await largeFile(attacker)
      if (path) await pipelined(attacker, attacker.head('HEAD', path), 2_000)
    },
  },
  {
    name: '200 connections that pipeline 2,000 requests each',
    isBrief: true,
    run: (attacker) => pipelined(attacker, attacker.head('GET', '/auth/verify'), 2_000, 200),
  },
  {
    name: '200 connections that are opened anew for every request',
    isBrief: true,
    run: (attacker) => {
      const head = attacker.head('GET', '/taskdeck/', { connection: 'close' })
      return attacker.repeat(200, async () => {
        const socket = attacker.socket()
        socket.write(head)
        await closed(socket, 5_000)
      })
    },
  },
  {
    name: '227 endless bodies after an early answer',
    isBrief: true,
    run: async (attacker) => {
      const chunked = { 'transfer-encoding': 'chunked' }
      const heads = [
        attacker.head('POST', '/tasks/createTask', {
          ...chunked,
          cookie: 'none=1',
          'content-type': 'application/json',
        }),
        attacker.head('POST', '/auth/login', { ...chunked, 'content-type': 'text/plain' }),
        attacker.head('GET', '/taskdeck/', chunked),
        attacker.head('POST', '/nowhere', chunked),
        attacker.head('GET', '/auth/verify', chunked),
      ]
      let next = 0
      await attacker.repeat(227, async () => {
        const socket = attacker.socket()
        socket.write(heads[next++ % heads.length] ?? '')
        const flood = setInterval(() => socket.write(`4000\r\n${'a'.repeat(0x4000)}\r\n`), 20)
        await closed(socket, 10_000)
        clearInterval(flood)
      })
    },
  },
  {
    name: '50 uploads that never end',
    isBrief: true,
    run: async (attacker) => {
      await attacker.fill(1, 'a')
      const head = attacker.head('POST', '/tasks/task/1/upload', {
        'content-type': 'multipart/form-data; boundary=x',
        'transfer-encoding': 'chunked',
      })
      const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
      await attacker.repeat(50, async () => {
        const socket = attacker.socket()
        socket.write(`${head}${form.length.toString(16)}\r\n${form}\r\n`)
        const flood = setInterval(() => socket.write(`4000\r\n${'a'.repeat(0x4000)}\r\n`), 20)
        await closed(socket, 10_000)
        clearInterval(flood)
      })
    },
  },
  {
    name: '500 connections of one account',
    prepare: (attacker) => attacker.fill(100, 'a'),
    run: (attacker) => attacker.repeat(500, () => attacker.send('GET', '/tasks/getTasks?status=')),
  },
]

/** Writes many requests in one packet, and repeats that when the connection has been closed. */
async function pipelined(attacker: Attacker, head: string, count: number, connections = 2) {
  const packet = head.repeat(count)
  await attacker.repeat(connections, async () => {
    const socket = attacker.socket()
    socket.write(packet)
    await closed(socket, 5_000)
  })
}

/** Uploads a file and returns its path, unless the attack ends before. */
async function largeFile(attacker: Attacker): Promise<string | undefined> {
  await attacker.fill(1, 'a')
  const socket = attacker.socket()
  const bytes = 20_000_000
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  const end = '\r\n--x--\r\n'
  socket.write(
    attacker.head('POST', '/tasks/task/1/upload', {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(form.length + bytes + end.length),
      connection: 'close',
    }),
  )
  socket.write(form)
  socket.write(Buffer.alloc(bytes))
  socket.write(end)
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await closed(socket, 30_000)
  const id = /"_id":"([^"]+)"/.exec(text)?.[1]
  if (attacker.isEnded) return undefined
  if (!id) throw new Error(`The file was not uploaded: ${text.slice(0, 300)}`)
  return `/tasks/task/1/files/${id}`
}
