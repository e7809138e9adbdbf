import { createHmac, randomUUID } from 'node:crypto'
import { taskLimits } from '../src/contract/tasks.ts'
import type { Attacker } from './attacker.ts'
import type { Attack } from './attacks.ts'

const chunksOf = (count: number) => Math.ceil(count / taskLimits.bulk)

/** Makes a chain in which every task waits for the next one. Returns the ids of its first and last task. */
async function chain(attacker: Attacker, count: number): Promise<{ head: string; tail: string }> {
  let [head, tail] = ['', '']
  for (let chunk = 0; chunk < chunksOf(count) && !attacker.isEnded; chunk++) {
    const ids = Array.from({ length: taskLimits.bulk }, () => randomUUID())
    const tasks = ids.map((_id, index) => {
      const next = ids[index + 1]
      return { _id, title: 'One of a chain', ...(next ? { blockedBy: [next] } : {}) }
    })
    const [first = '', last = ''] = [ids[0], ids.at(-1)]
    await attacker.sendAll([['POST', '/tasks/bulkCreateTasks', { tasks }]])
    if (tail) await attacker.sendAll([['POST', `/tasks/task/${tail}/links`, { kind: 'blocked by', to: first }]])
    head ||= first
    tail = last
  }
  return { head, tail }
}

/** By owner: the ends of the chain that was prepared. */
const chains = new Map<string, { head: string; tail: string }>()

/** The 31st of every twelfth month never comes after February. Such a repetition is refused when it is set, but a due date can move. */
const repeat = { rule: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', from: 'due' }
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

const repository = { full_name: 'a/b', html_url: 'https://example.com/a/b', default_branch: 'main' }
const push = (commits: string) =>
  `{"id":"${randomUUID()}","ref":"refs/heads/main","after":"${'a'.repeat(40)}","repository":${JSON.stringify(repository)},"commits":${commits}}`
const commit = (text: string) => JSON.stringify({ id: 'a'.repeat(40), message: text })
const payloads = [
  () => push(`[${'1,'.repeat(900_000)}1]`),
  () => push(`[${'{},'.repeat(600_000)}{}]`),
  () => push(`[${'{},'.repeat(90_000)}{}]`),
  () => push('['.repeat(1_500_000)),
  () =>
    push(
      `[${Array(2_048)
        .fill(commit(`closes ${'#1, '.repeat(220)}#2`))
        .join()}]`,
    ),
  () => push(`[${commit('<!-- '.repeat(300_000))}]`),
  () => push(`[${commit('```\\n'.repeat(300_000))}]`),
]

/** Words that no text has, and a text with words that have the half of one of them: each is compared letter by letter. */
const typedWords = Array.from({ length: 12 }, (_, index) => 'abcdefghijklmnopqrstuvw'.slice(index, index + 8))
const nearWords = Array.from({ length: 1_000 }, (_, index) => {
  const end = [...index.toString(4).padStart(5, '0')].map((digit) => 'wxyz'[Number(digit)]).join('')
  return `${typedWords[index % 12]?.slice(0, 4)}${end}`
})

/** Accounts that are greedy with links, repetitions, webhooks, keys, notes and claims. */
export const greedyAttacks: Attack[] = [
  {
    name: 'blockers and cycles at the ends of a chain of 40,000 tasks',
    async prepare(attacker, size) {
      chains.set(attacker.owner, await chain(attacker, Math.min(size, 40_000)))
    },
    run(attacker) {
      const { head = '', tail = '' } = chains.get(attacker.owner) ?? {}
      let round = 0
      return attacker.repeat(4, () =>
        round++ % 2
          ? attacker.send('POST', '/tasks/createTask', { title: 'One more', blockedBy: [head] })
          : attacker.send('POST', `/tasks/task/${tail}/links`, { kind: 'blocked by', to: head }),
      )
    },
  },
  {
    name: 'the links of a task with 60,000 parts, and moving it',
    async prepare(attacker, size) {
      const parent = randomUUID()
      await attacker.sendAll([
        ['POST', '/tasks/bulkCreateTasks', { tasks: [{ _id: parent, title: 'A parent' }, { title: 'Another' }] }],
      ])
      const tasks = Array(taskLimits.bulk).fill({ title: 'A part', partOf: parent })
      await attacker.sendAll(
        Array.from({ length: chunksOf(Math.min(size, 60_000)) }, () => ['POST', '/tasks/bulkCreateTasks', { tasks }]),
      )
    },
    run: (attacker) =>
      attacker.repeat(8, async () => {
        await attacker.send('GET', '/tasks/task/1/links')
        await attacker.send('POST', '/tasks/task/1/links', { kind: 'part of', to: '2' })
      }),
  },
  {
    name: 'completing 400 tasks whose repetition never comes again, and its undo',
    async prepare(attacker) {
      const tasks = Array(taskLimits.bulk).fill({ title: 'Never again', dueDate: '2027-01-10', repeat })
      await attacker.sendAll(Array(4).fill(['POST', '/tasks/bulkCreateTasks', { tasks }]))
      const change = { dueDate: '2027-02-10' }
      await attacker.sendAll([['POST', '/tasks/bulkUpdateTasks', { ids: idsUpTo(400), change }]])
    },
    run: (attacker) =>
      attacker.repeat(2, async () => {
        await attacker.send('POST', '/tasks/bulkUpdateTasks', { ids: idsUpTo(400), change: { status: 'Completed' } })
        await attacker.send('POST', '/tasks/undo', {})
      }),
  },
  {
    name: 'signed deliveries of 2 MB: a million numbers, empty commits, deep JSON',
    async prepare(attacker) {
      await attacker.fill(2, 'a')
    },
    async run(attacker) {
      const made = await attacker.ask('POST', '/hooks', { name: 'Greedy', forge: 'github' })
      const { secret, path } = made as { secret: string; path: string }
      const signed = payloads.map((payload) => {
        const body = payload()
        const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
        return { body, headers: { 'x-github-event': 'push', 'x-hub-signature-256': signature } }
      })
      let next = 0
      await attacker.repeat(4, async () => {
        const { body, headers } = signed[next++ % signed.length] as (typeof signed)[number]
        await attacker.send('POST', path, body, headers)
      })
    },
  },
  {
    name: 'keys that name 100 tasks',
    prepare: (attacker) => attacker.fill(taskLimits.bulk, 'a'),
    run: (attacker) =>
      attacker.repeat(8, () =>
        attacker.send(
          'POST',
          '/tasks/bulkUpdateTasks',
          { ids: idsUpTo(taskLimits.bulk), change: { status: 'Pending' } },
          { 'idempotency-key': randomUUID() },
        ),
      ),
  },
  {
    name: 'searches of notes of 10,000 characters, and claims by words that no task has',
    async prepare(attacker) {
      const description = nearWords.join(' ').slice(0, 9_900)
      const tasks = Array(taskLimits.bulk / 2).fill({ title: 'With notes', description })
      await attacker.sendAll(Array(6).fill(['POST', '/tasks/bulkCreateTasks', { tasks }]))
      const text = `${'é '.repeat(4_990)}wanted`
      await attacker.sendAll(idsUpTo(300).map((id) => ['POST', `/tasks/task/${id}/notes`, { text }]))
    },
    run(attacker) {
      const q = typedWords.join('+')
      let round = 0
      return attacker.repeat(6, async () => {
        const turn = round++ % 4
        if (turn === 0) await attacker.send('GET', '/tasks/notes?q=wanted')
        else if (turn === 1) await attacker.send('GET', '/tasks/getTasks?q=wanted')
        else if (turn === 2) await attacker.send('GET', `/tasks/getTasks?q=${q}`)
        else await attacker.send('POST', '/tasks/claim', { filter: `q=${q}`, today: '2026-11-18' })
      })
    },
  },
]
