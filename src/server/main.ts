import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { plausibleClock } from './clock.ts'
import { connect } from './database/connect.ts'
import { DatabaseError } from './database/database.ts'
import { fileOf, openDatabase } from './database/open.ts'
import { fileStore, filesFolder } from './file-store/open-store.ts'
import { StoreError } from './file-store/store.ts'
import { type Assets, builtAssets } from './http/assets.ts'
import { listen } from './http/listen.ts'
import { makeLogger } from './http/logging.ts'
import { type MetricRegistry, metricRegistry } from './metrics/registry.ts'
import { serveMetrics } from './metrics/server.ts'
import { type Build, ownBuild } from './settings/build.ts'
import { type Config, ConfigError, loadConfig } from './settings/config.ts'
import { prepareDataFolder } from './settings/data-folder.ts'
import { misspeltSettings } from './settings/misspelt-settings.ts'
import { openConnections } from './settings/open-connections.ts'
import { wireInstallation } from './wiring/backups.ts'

const minNodeVersion = 26
const maxShutdownMs = 10_000
const maxStoreWaitMs = 5_000

/** Returns the folders with the files that the server hands out. The single executable unpacks them into the data folder first. */
type FindAssets = (dataDir: string) => Assets

/** Reads the settings, opens the database, listens, and closes cleanly. */
async function main(findAssets: FindAssets, build: Build) {
  // New files are private to the user that runs Taskdeck.
  process.umask(0o077)
  if (Number.parseInt(process.versions.node, 10) < minNodeVersion) {
    throw new ConfigError(
      `Node ${process.versions.node} is too old for the server: start it with npm start, which uses the right version.`,
    )
  }
  const config = loadConfig(process.env)
  const log = makeLogger(config.logLevel, process.stderr)
  for (const problem of [...misspeltSettings(process.env), ...openConnections(config)]) log.warn(problem)
  const { dataDir } = config
  const places = { dataDir, databaseFile: fileOf(config.databaseUrl), filesFolder: filesFolder(config) }
  prepareDataFolder(places, (message) => log.warn(message))
  const assets = findAssets(dataDir)
  const opened = openDatabase(config.databaseUrl, config.databaseLimits)
  const tracing = config.tracing && (await startTracing(config.tracing, log))
  const database = tracing?.database(opened) ?? opened
  const monotonic = () => performance.now()
  const clock = plausibleClock({ wall: Date.now, monotonic })
  const metrics = config.metrics.port !== undefined || config.metrics.token ? metricRegistry() : undefined
  const app = await buildApp({
    ...{ config, database, log, clock, monotonic, assets, build },
    ...(metrics ? { metrics } : {}),
    ...(tracing ? { tracing } : {}),
  })
  const stopping = new AbortController()

  let asked = false
  const stop = (signal: string) => {
    if (asked) process.exit(1)
    asked = true
    stopping.abort()
    log.info(`${signal}: finishing the requests in progress, then closing`)
    setTimeout(() => {
      log.error(`Not closed after ${maxShutdownMs / 1000} s: exiting without the remaining requests`)
      process.exit(1)
    }, maxShutdownMs).unref()
    app
      .close()
      // So that an older copy of a SQLite file is recognized at the next start.
      .then(() => (fileOf(config.databaseUrl) && database.ready ? database.renewEpoch() : undefined))
      .catch((error) => log.warn({ err: error }, 'The database could not be marked'))
      .then(() => database.close())
      .then(() => tracing?.close())
      .then(() => process.exit(0))
      .catch((error) => {
        log.error({ err: error }, 'Not closed cleanly')
        process.exit(1)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.npm_lifecycle_event) onParentGone(() => stop('npm has ended'))

  if (metrics) await startMetrics(app, metrics, config, log)
  const { port } = await listen(app, config)
  const store = fileStore(config)
  const filesOf = (await soon(store.installationId()).catch(() => undefined)) && store.name
  if (!(await connect({ database, log, stop: stopping.signal, filesFolder: filesOf }))) return
  await checkInstallation({ config, database, log, store })
  console.log(`Taskdeck is ready at ${publicAddress(config, port)}`)
}

/** Loaded only when it is needed, because the library takes time and memory. */
async function startTracing(settings: NonNullable<Config['tracing']>, log: Logger) {
  const [{ otlpTracing }, { tracedDatabase }] = await Promise.all([
    import('./tracing/otlp.ts'),
    import('./tracing/traced-database.ts'),
  ])
  return { ...otlpTracing(settings, log), database: tracedDatabase }
}

/** Serves the metrics on their own port, if they have one, from before the database is connected until the server has closed. */
async function startMetrics(app: FastifyInstance, metrics: MetricRegistry, config: Config, log: Logger) {
  const { port, ...settings } = config.metrics
  const onError = (error: unknown) => log.error({ err: error }, 'The metrics could not be read')
  if (port === undefined) return
  const served = await serveMetrics(metrics, { ...settings, port, onError }).catch((error: StartError) => {
    throw new ConfigError(
      error.code === 'EADDRINUSE'
        ? `METRICS_PORT=${port} is in use: stop the other program or choose another port.`
        : `The metrics cannot be served at METRICS_HOST=${settings.host}, METRICS_PORT=${port}: ${error.message}.`,
    )
  })
  app.addHook('onClose', served.stop)
  log.info(`The metrics are at http://${settings.host}:${served.port}/metrics`)
}

/**
 * Reports at the start if the files belong to another database, or cannot be reached. The server continues without files, because tasks still
 * work.
 */
async function checkInstallation(dependencies: Parameters<typeof wireInstallation>[0] & { log: Logger }) {
  const { log } = dependencies
  const checked = wireInstallation(dependencies)
    .check()
    .catch((error) => {
      if (error instanceof StoreError)
        log.error(`${error.message}. Until then, files cannot be uploaded or downloaded.`)
      else log.warn({ err: error }, 'Could not check whether the files belong to the database')
    })
  await soon(checked)
}

/** The result if it is available soon. An object store that does not answer must not delay the start. */
function soon<T>(result: Promise<T>): Promise<T | undefined> {
  return Promise.race([result, pause(maxStoreWaitMs, undefined, { ref: false })])
}

/** npm runs us through a shell that does not forward signals. If the shell has ended, npm was stopped, and so must we. */
function onParentGone(stop: () => void) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250).unref()
}

function publicAddress(config: Config, port: number) {
  const given = new URL(config.publicUrl)
  if (given.port === '0') given.port = String(port)
  return `${given.origin}${config.basePath}`
}

type StartError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

/** Runs the server until it is stopped. Exits if it cannot start. */
export async function serve(findAssets: FindAssets = builtAssets, build: Build = ownBuild()): Promise<void> {
  await main(findAssets, build).catch((error: StartError) => {
    process.stderr.write(`Taskdeck cannot start. ${reason(error)}\n`)
    process.exit(1)
  })
}

/** One line for problems that the operator can solve, and the stack for all others. */
function reason(error: StartError) {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use: stop the other program or choose another port, such as PORT=${Number(error.port) + 1} npm start.`
  }
  if (error.code === 'EACCES' && error.port)
    return `Port ${error.port} requires more permissions: set PORT to a number above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST=${error.address ?? error.hostname ?? ''} is not an address of this machine: set HOST to localhost or 0.0.0.0.`
  }
  return error.stack ?? String(error)
}

if (import.meta.main) void serve()
