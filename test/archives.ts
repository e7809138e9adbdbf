import type { FastifyInstance } from 'fastify'
import { archiveFiles, archiveType } from '../src/contract/archives.ts'
import type { Engine } from './database.ts'
import type { Person } from './people.ts'
import { addTask } from './tasks.ts'
import { unzip } from './unzip.ts'
import { uploadApp } from './uploads.ts'

export const cookiesOf = (person: Pick<Person, 'cookies'>) =>
  [...person.cookies].map((pair) => pair.join('=')).join('; ')

/** The bytes of the archive of a user. */
export async function archiveBytes(app: FastifyInstance, person: Pick<Person, 'cookies'>): Promise<Buffer> {
  const { statusCode, headers, rawPayload } = await app.inject({
    url: '/archive',
    headers: { cookie: cookiesOf(person) },
  })
  if (statusCode !== 200 || headers['content-type'] !== archiveType) throw new Error(`No archive: ${rawPayload}`)
  return rawPayload
}

export async function readArchive(bytes: Buffer) {
  const files = await unzip(bytes)
  const text = (path: string) => files.get(path)?.toString() ?? ''
  const records = text(archiveFiles.records)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const of = (kind: string) => records.filter(({ record }) => record === kind)
  return { files, text, records, of }
}

/** The archive of a user, read. */
export const archiveOf = async (app: FastifyInstance, person: Pick<Person, 'cookies'>) =>
  readArchive(await archiveBytes(app, person))

export const importArchive = (person: Pick<Person, 'send'>, bytes: Buffer, query = '') =>
  person.send('POST', `/archive/import${query}`, bytes, { headers: { 'content-type': archiveType } })

/** Ana with one of everything, and texts that would do harm in a page or in a spreadsheet. */
export async function fullDeck(engine: Engine) {
  const app = await uploadApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await addTask(bo, { title: 'Of somebody else' })
  await ana.put('/auth/preferences', { theme: 'dark' })
  await ana.post('/views', { name: 'Overdue', address: '/list?due=overdue' })
  await ana.put('/labels/colours', { label: 'docs', colour: 'teal' })
  const release = await addTask(ana, {
    title: '=cmd() "Release", </script><script>top.pwned = 1</script>',
    description: 'First line\nSecond <!-- <script> line',
    labels: ['docs'],
    dueDate: '2026-11-20',
    reminders: ['2026-11-19T09:00'],
    doneWhen: [{ text: 'npm test passes', isMet: false }],
    repeat: { rule: 'FREQ=WEEKLY', from: 'due' },
  })
  const part = await addTask(ana, { title: 'Notes', partOf: release._id, blockedBy: [] })
  const gone = await addTask(ana, { title: 'Given up' })
  await ana.post(`/tasks/task/${part._id}/notes`, { text: 'Asked Bo' })
  await ana.post(`/tasks/task/${part._id}/receipts`, {
    ...{ kind: 'reported', summary: 'Looked at it' },
    ...{ commit: 'b'.repeat(40), ancestors: ['a'.repeat(40)] },
  })
  await app.upload(ana, release._id, 'one', 'proof.txt')
  await app.upload(ana, release._id, 'two', 'PROOF.txt')
  await ana.delete(`/tasks/deleteTask/${gone._id}`)
  return { ...app, ana, release, part, gone }
}
