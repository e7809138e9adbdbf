import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '../src/server/database/open.ts'
import { fileStore } from '../src/server/file-store/open-store.ts'
import { loadConfig } from '../src/server/settings/config.ts'
import { wireRules } from '../src/server/wiring.ts'
import { lossyLine } from '../test/lossy-line.ts'
import { startS3 } from '../test/s3.ts'
import type { Outcome } from './result.ts'
import { startUploaders, type Uploaders } from './uploaders.ts'
import { makeWorld, start } from './world.ts'

const users = 4
const restMs = 1_500
const day = 24 * 3_600_000
/** The longest time until an upload is refused: docs/object-storage.md. */
const maxAnswerMs = 45_000
/** Tasks do not need the object storage. */
const maxTaskMs = 2_000

type S3 = Awaited<ReturnType<typeof startS3>>
type Line = Awaited<ReturnType<typeof lossyLine>>

interface Fault {
  title: string
  /** The share of the rounds of a full run in which it happens. Faults that take long have a small one. */
  share: number
  happen(s3: S3, line: Line): Promise<unknown>
}

const faults: Fault[] = [
  {
    title: 'the S3 server is killed and started again under load',
    share: 1,
    async happen(s3) {
      await s3.kill()
      await pause(restMs)
      await s3.resume()
    },
  },
  {
    title: 'the S3 server stops answering with its connections open, for 45 s',
    share: 0.2,
    async happen(s3) {
      s3.freeze()
      await pause(45_000)
      s3.thaw()
    },
  },
  {
    title: 'answers of the S3 server are lost and all connections to it cut, ten times in a row',
    share: 1,
    async happen(_, line) {
      for (let count = 0; count < 10; count++) {
        // The object is stored, and Taskdeck does not know it.
        line.loseNextAnswer(count % 2 ? /^PUT / : /^POST [^ ]+[?&]uploadId=/)
        await pause(count % 2 ? 100 : 500)
        line.cut()
      }
    },
  },
  {
    title: 'the S3 server refuses the key for a while',
    share: 0.4,
    async happen(s3) {
      await s3.refuseKey()
      await pause(restMs)
      await s3.acceptKey()
    },
  },
]

/** Faults of the S3 server that has the files, under load. Taskdeck is never restarted. */
export async function* objectStorage(rounds: number): AsyncGenerator<Outcome> {
  const [world, s3] = [await makeWorld('sqlite'), await startS3()]
  const { searchParams } = new URL(s3.url)
  const endpoint = searchParams.get('endpoint') ?? ''
  const line = await lossyLine(endpoint)
  const settings = { ...s3.env, FILES_URL: s3.url.replace(endpoint, line.origin), MAX_USER_MB: '10000' }
  try {
    const server = await start(world, settings)
    const load = await startUploaders(server.origin, users)
    for (const fault of faults) {
      const times = Math.max(1, Math.round(rounds * fault.share))
      yield await suffer(fault, times, { load, s3, line })
    }
    await load.stop()
    const found = await load.compare()
    const left = await afterSweep({ ...settings, DATA_DIR: world.folder, DATABASE_URL: world.databaseUrl })
    await server.stop()
    yield {
      fault: 'all faults of the S3 server in one run',
      engine: world.engine,
      figure: `${load.acknowledged()} files acknowledged, ${found.lost} lost or changed, ${found.unacknowledged} stored although the upload was refused; after the sweep, ${left} objects or parts without a row`,
      promised: 'an acknowledged file is complete, a refused one does not exist, the sweep removes what is left of it',
      kept: found.lost === 0 && found.unacknowledged === 0 && left === 0 && load.acknowledged() > 0,
    }
  } finally {
    line.close()
    await s3.stop()
    await world.end()
  }
}

async function suffer(fault: Fault, rounds: number, { load, s3, line }: { load: Uploaders; s3: S3; line: Line }) {
  load.begin()
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    await fault.happen(s3, line)
    slowest = Math.max(slowest, await load.recovery())
    await pause(restMs)
  }
  const { uploads, slowestUploadMs, tasks, failedTasks, slowestTaskMs } = load.seen
  const others = [...uploads.keys()].filter((status) => status !== 201 && status !== 503)
  return {
    fault: `${fault.title}, ${rounds} ${rounds === 1 ? 'time' : 'times'}`,
    engine: 'sqlite',
    figure: `${uploads.get(201) ?? 0} uploads acknowledged, ${uploads.get(503) ?? 0} refused with 503${others.length ? `, others ${others.join()}` : ''}, slowest answer ${Math.round(slowestUploadMs)} ms, first upload ${Math.round(slowest)} ms afterwards; ${tasks} tasks added at the same time, ${failedTasks} failed, slowest ${Math.round(slowestTaskMs)} ms`,
    promised: `files: 201 or 503 within ${maxAnswerMs / 1000} s, recovery without a restart; tasks: none fails or takes longer than ${maxTaskMs / 1000} s`,
    kept: others.length === 0 && slowestUploadMs < maxAnswerMs && failedTasks === 0 && slowestTaskMs < maxTaskMs,
  }
}

/** Runs the sweep as two days later, and counts what remains in the bucket without a row. */
async function afterSweep(env: Record<string, string>): Promise<number> {
  const config = loadConfig(env)
  const database = openDatabase(config.databaseUrl)
  database.ready = true
  try {
    const log = pino({ level: 'silent' })
    await wireRules({ config, database, log, clock: () => Date.now() + 2 * day }).files.sweep()
    const store = fileStore(config)
    const rows = await database.db.selectFrom('files').select('id').execute()
    const known = new Set(rows.map(({ id }) => id))
    let left = (await store.unfinished()).length
    for await (const page of store.pages()) left += page.filter(({ id }) => !known.has(id)).length
    return left
  } finally {
    await database.close()
  }
}
