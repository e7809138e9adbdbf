import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { passwordHasher } from '../src/server/accounts/passwords.ts'
import { type AppDependencies, buildApp } from '../src/server/app.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { type Config, loadConfig } from '../src/server/settings/config.ts'
import { type BrowserOptions, browser } from './browser.ts'
import { sharedCompilers } from './compilers.ts'
import { type Engine, freshFolder, isMigrated, isPartitioned, migratedDatabase } from './database.ts'
import { lendApp, onceOnly } from './lent-apps.ts'
import { people } from './people.ts'

interface World {
  engine?: Engine
  config?: Partial<Config>
  /** Add or replace routes before the app is ready. */
  extend?: (app: FastifyInstance) => void
  dependencies?: Partial<AppDependencies>
  /** Whether the app is behind a real socket. */
  listens?: boolean
  /** An app that no other test uses, because this one closes it or counts what it holds. */
  isOwn?: boolean
}

/** The cheapest parameters that argon2 accepts: most tests sign up a user, and few are about hashing. */
const cheapPasswords = passwordHasher({ maxRunning: 8, cost: { memory: 8, passes: 1, parallelism: 1 } })

/** The whole app on a database with all tables and no rows, for one test. An app with the default settings is used again by later tests. */
export async function testApp(world: World = {}) {
  const { engine = 'sqlite', config, extend, dependencies, listens = false, isOwn } = world
  const isOrdinary = !isOwn && !config && !extend && !dependencies && !vi.isFakeTimers()
  const { app, database, ...built } = isOrdinary ? await lentApp(engine, listens) : await ownApp(world)
  return {
    app,
    database,
    config: built.config,
    /** A browser without a session. */
    visitor: (options?: BrowserOptions) => browser(app, options),
    /** A signed-in user, who signs up with the first request. */
    as: people(app),
  }
}

/** An app with the default settings for several tests, which has to be given back. */
export const borrowApp = (engine: Engine, listens: boolean) =>
  lendApp(engine, listens, (config) => start({ config }, { ready: true }))

async function lentApp(engine: Engine, listens: boolean) {
  const { giveBack, ...built } = await borrowApp(engine, listens)
  onTestFinished(giveBack)
  return built
}

async function ownApp({ engine = 'sqlite', listens, ...world }: World) {
  const databaseUrl = world.config?.databaseUrl ?? (await migratedDatabase(engine))
  const dataDir = world.config?.dataDir ?? (await freshFolder())
  const built = await start(
    { ...world, config: { ...world.config, databaseUrl, dataDir } },
    { ready: isMigrated(databaseUrl) },
  )
  const [closing, closingDatabase] = [onceOnly(built.app), onceOnly(built.database)]
  onTestFinished(async () => {
    await closing.close()
    await closingDatabase.close()
  })
  if (listens) await built.app.listen({ port: 0, host: '127.0.0.1' })
  return built
}

const build = { version: 'test', commit: null }

async function start(
  { config, extend, dependencies }: Pick<World, 'config' | 'extend' | 'dependencies'>,
  { ready }: { ready: boolean },
) {
  const settings: Config = { ...loadConfig({}), overloadDelay: 60_000, refusalDelayMs: 0, ...config }
  const database = dependencies?.database ?? openDatabase(settings.databaseUrl)
  if (ready) Object.assign(database, { ready, isDistributed: isPartitioned(settings.databaseUrl) })
  else await migrate(database)
  const app = await buildApp({
    config: settings,
    database,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    passwords: cheapPasswords,
    compilers: sharedCompilers,
    // No test asks a name server.
    resolve: async () => [],
    build,
    ...dependencies,
  })
  extend?.(app)
  return { app, database, config: settings }
}
