import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { CompletionFile } from '../src/contract/schemas/files.ts'
import type { Upload } from '../src/server/calls/upload.ts'
import { testApp } from './app.ts'
import { engines } from './database.ts'
import type { Person } from './people.ts'
import { diskPlace, freshPlace, type StoreKind, storeKinds, type TestPlace } from './stores.ts'

type World = NonNullable<Parameters<typeof testApp>[0]>
type Files = { store?: StoreKind; place?: TestPlace }
type Bytes = string | Uint8Array<ArrayBuffer>
type Signed = Pick<Person, 'user' | 'cookies'>

/** The databases with files on the disk, and files in object storage with one database. */
export const fileWorlds = [...engines, ...storeKinds.filter((kind) => kind === 's3')]
export const worldOf = (name: (typeof fileWorlds)[number]) => (name === 's3' ? { store: name } : { engine: name })

/** The whole app behind a real socket, with its own place for files: a folder, or a prefix in the bucket of the S3 server. */
export async function uploadApp({ store = 'disk', place: given, ...world }: World & Files = {}) {
  const elsewhere = given ?? (store === 'disk' ? undefined : await freshPlace(store))
  const config = elsewhere ? { ...elsewhere.config, ...world.config } : world.config
  const app = await testApp({ ...world, ...(config ? { config } : {}), listens: true })
  const origin = app.app.listeningOrigin
  const folder = join(app.config.dataDir, 'files')
  const place = elsewhere ?? diskPlace(folder)

  async function call(person: Signed, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    return fetch(origin + path, { ...init, headers: { cookie: await cookieOf(person), ...init.headers } })
  }
  return {
    ...app,
    origin,
    folder,
    /** The place of the files, around our own code. */
    place,
    /** Sends a request like the browser of a signed-in user. */
    call,
    /** Uploads like a browser. Throws if the upload is refused. */
    async upload(person: Signed, task: string, bytes: Bytes, name = 'notes.txt', type = 'text/plain') {
      const body = new FormData()
      body.set('file', new File([bytes], name, { type }))
      const response = await call(person, `/tasks/task/${task}/upload`, { method: 'POST', body })
      if (response.status !== 201) throw new Error(`The file was not uploaded: ${await response.text()}`)
      return ((await response.json()) as { file: CompletionFile }).file
    },
    /** Uploads a handwritten form piece by piece and returns the response. */
    send: (person: Signed, task: string, pieces: Pieces, headers = {}) => send(origin, person, task, pieces, headers),
    /** The completion files in their store, finished or not: `OWNER/ID`, `unfinished/ID`, `removed/DAY/OWNER/ID`. */
    stored: place.paths,
    rows: () => app.database.db.selectFrom('files').selectAll().orderBy('id').execute(),
  }
}

export type UploadApp = Awaited<ReturnType<typeof uploadApp>>

/** An upload as the rules take it, with the declared length of its request. */
export const uploadOf = (bytes: AsyncIterable<Buffer>, length?: number): Upload => ({
  length,
  open: async () => ({ name: 'a.txt', type: 'text/plain', bytes }),
  close: () => {},
})

export async function cookieOf(person: Signed) {
  await person.user()
  return [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

const boundary = 'the-boundary'
export const formType = `multipart/form-data; boundary=${boundary}`

/** One part of a form. A test may make any piece of it invalid. */
export function part(disposition: string, bytes: string | Uint8Array = 'bytes', type = 'text/plain') {
  const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes as Uint8Array), Buffer.from('\r\n')])
}

export const filePart = (bytes: string | Uint8Array = 'bytes') => part('name="file"; filename="notes.txt"', bytes)
export const endOfForm = Buffer.from(`--${boundary}--\r\n`)

type Pieces = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: { message: string; code?: string; file?: CompletionFile }
}

/** Uses chunked encoding unless a length is given, and reads the response as soon as it arrives. */
async function send(origin: string, person: Signed, task: string, pieces: Pieces, headers: object): Promise<Received> {
  const call = request(`${origin}/tasks/task/${task}/upload`, {
    method: 'POST',
    headers: { cookie: await cookieOf(person), 'content-type': formType, ...headers },
  })
  const answered = once(call, 'response').then(async ([response]) => ({
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse((await response.toArray()).join('')),
  }))
  answered.catch(() => {})
  for await (const piece of pieces) {
    if (call.destroyed) break
    if (!call.write(piece)) await Promise.race([once(call, 'drain'), answered])
  }
  call.end()
  return answered
}

/** A raw connection. The head of an upload has already been sent. */
export async function openUpload(origin: string, person: Signed | undefined, task: string, headers: string[]) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const cookie = person ? [`cookie: ${await cookieOf(person)}`] : []
  const head = [
    `POST /tasks/task/${task}/upload HTTP/1.1`,
    'host: localhost',
    `content-type: ${formType}`,
    ...cookie,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return {
    socket,
    /** The first data that the server sends. */
    answer: async () => {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      const text = chunk.toString()
      return { status: Number(text.split(' ')[1]), text }
    },
  }
}
