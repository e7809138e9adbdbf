import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { passwordHasher } from '../src/server/accounts/passwords.ts'
import { type AppParts, buildApp } from '../src/server/app.ts'
import { type Config, loadConfig } from '../src/server/config.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { type BrowserOptions, browser } from './browser.ts'
import { sharedCompilers } from './compilers.ts'
import { type Engine, freshFolder, isMigrated, migratedDatabase } from './database.ts'
import { people } from './people.ts'

interface World {
  engine?: Engine
  config?: Partial<Config>
  /** Add or replace routes before the app is ready. */
  extend?: (app: FastifyInstance) => void
  parts?: Partial<AppParts>
}

/** The cheapest parameters that argon2 accepts: most tests sign up a user, and few are about hashing. */
const cheapPasswords = passwordHasher({ maxRunning: 8, cost: { memory: 8, passes: 1, parallelism: 1 } })

/** The whole app on a fresh, migrated database. Everything is closed when the test ends. */
export async function testApp({ engine = 'sqlite', config, extend, parts }: World = {}) {
  const databaseUrl = config?.databaseUrl ?? (await migratedDatabase(engine))
  const settings: Config = {
    ...loadConfig({}),
    overloadDelay: 60_000,
    refusalDelayMs: 0,
    dataDir: await freshFolder(),
    databaseUrl,
    ...config,
  }
  const database = parts?.database ?? openDatabase(settings.databaseUrl)
  if (isMigrated(settings.databaseUrl)) database.ready = true
  else await migrate(database)
  const app = await buildApp({
    config: settings,
    database,
    log: pino({ level: 'silent' }),
    passwords: cheapPasswords,
    compilers: sharedCompilers,
    ...parts,
  })
  extend?.(app)
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  return {
    app,
    database,
    config: settings,
    /** A browser without a session. */
    visitor: (options?: BrowserOptions) => browser(app, options),
    /** A signed-in user, who signs up with the first request. */
    as: people(app),
  }
}
