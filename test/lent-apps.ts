import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import type { Database } from '../src/server/database/database.ts'
import type { Config } from '../src/server/settings/config.ts'
import type { Engine } from './database.ts'
import { lendDatabase } from './postgres-databases.ts'
import { lendFile } from './sqlite-files.ts'

export interface BuiltApp {
  app: FastifyInstance
  database: Database
  config: Config
}

/** Builds an app with these settings on a migrated database. */
type Build = (settings: Pick<Config, 'databaseUrl' | 'dataDir'>) => Promise<BuiltApp>

interface Kept extends BuiltApp {
  /** Whether the app must not be used again, because a test has closed it, or it may remember something about callers. */
  isSpoilt: () => boolean
  /** Deletes the rows. Returns false if the database has changed in other ways. */
  clean: (connections: number) => Promise<boolean>
  remove: () => Promise<void>
}

/** The connection on which an app listens to other nodes. */
const listeners = 1

const idle = new Map<string, Kept[]>()

/**
 * Lends an app with the default settings to a test. Building an app, and connecting it to its database, costs more than most tests do.
 * Afterwards the rows and files are deleted. An app that has refused or failed a request is closed instead. One that listens does so
 * without its background jobs, which would run in the middle of a test.
 */
export async function lendApp(
  engine: Engine,
  listens: boolean,
  build: Build,
): Promise<BuiltApp & { giveBack: () => Promise<void> }> {
  const others = idle.get(`${engine} ${listens}`) ?? []
  idle.set(`${engine} ${listens}`, others)
  const kept = others.pop() ?? (await open(engine, listens, build))
  return {
    ...kept,
    giveBack: async () => {
      if (listens) kept.app.server.closeAllConnections()
      // Work that a request has left for the next turn is part of the test.
      await turn()
      const connections = connectionsOf(kept.database)
      const isClean =
        !kept.isSpoilt() && connections !== undefined && (await kept.clean(connections).catch(() => false))
      if (isClean) others.push(kept)
      else await kept.remove()
    },
  }
}

async function open(engine: Engine, listens: boolean, build: Build): Promise<Kept> {
  // Removed at the end of the run, with the templates.
  const dataDir = await mkdtemp(join(dirname(inject('sqliteTemplate')), 'app-'))
  const lent = engine === 'postgres' ? await lendDatabase() : await lendFile(dataDir)
  const built = await build({ databaseUrl: lent.url, dataDir })
  const { app, database } = built
  const [closing, closingDatabase] = [onceOnly(app), onceOnly(database)]
  const hasTrouble = watchAnswers(app)
  await app.ready()
  // Fastify's own method would start the background jobs.
  if (listens) await once(app.server.listen(0, '127.0.0.1'), 'listening')
  return {
    ...built,
    isSpoilt: () =>
      closing.isClosed() || closingDatabase.isClosed() || hasTrouble() || app.server.listening !== listens,
    async clean(connections) {
      await rm(join(dataDir, 'files'), { recursive: true, force: true })
      return lent.clean(connections)
    },
    async remove() {
      if (listens) app.server.close()
      await closing.close()
      await closingDatabase.close()
      await lent.giveBack()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Lets a test close something, which is then not closed again. */
export function onceOnly(owner: { close(): PromiseLike<unknown> }) {
  const close = owner.close.bind(owner)
  let closed: PromiseLike<unknown> | undefined
  owner.close = () => {
    closed ??= close()
    return closed
  }
  return { isClosed: () => closed !== undefined, close: () => owner.close() }
}

/** Whether a request is still in progress, or was refused for its frequency, or has failed: then the app may remember it. */
function watchAnswers(app: FastifyInstance) {
  let [running, troubles] = [0, 0]
  const send = app.inject.bind(app) as (...request: unknown[]) => Promise<{ statusCode: number }>
  const watched = async (...request: unknown[]) => {
    running++
    try {
      const answer = await send(...request)
      if (isTrouble(answer)) troubles++
      return answer
    } catch (error) {
      troubles++
      throw error
    } finally {
      running--
    }
  }
  Object.assign(app, { inject: watched })
  app.server.on('request', (_request: unknown, response: ServerResponse) => {
    running++
    response.once('close', () => {
      running--
      if (isTrouble(response)) troubles++
    })
  })
  return () => running > 0 || troubles > 0
}

const isTrouble = ({ statusCode }: { statusCode: number }) => statusCode === 429 || statusCode >= 500

/** The connections of an app that rests, or nothing if it does not rest. */
function connectionsOf(database: Database): number | undefined {
  const { pools, writes, longReads } = database.load()
  const isResting = [writes, longReads].every(({ running, waiting }) => running + waiting === 0)
  if (!isResting || pools.some(({ inUse, waiting }) => inUse + waiting > 0)) return undefined
  return pools.reduce((sum, pool) => sum + pool.idle, listeners)
}
