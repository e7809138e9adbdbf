import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp, wireInstallation } from './app.ts'
import { plausibleClock } from './clock.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { connect } from './database/connect.ts'
import { DatabaseError } from './database/database.ts'
import { fileOf, openDatabase } from './database/open.ts'
import { listen } from './http/listen.ts'
import { makeLogger } from './http/logging.ts'

const minNodeVersion = 26
const maxShutdownMs = 10_000

/** Reads the settings, opens the database, listens, and closes cleanly. */
async function main() {
  // What it writes is for the user that runs it, and for nobody else on the machine.
  process.umask(0o077)
  if (Number.parseInt(process.versions.node, 10) < minNodeVersion) {
    throw new ConfigError(
      `Node ${process.versions.node} is too old for the server: start it with npm start, which brings its own.`,
    )
  }
  const config = loadConfig(process.env)
  const log = makeLogger(config.logLevel, process.stderr)
  const places = { dataDir: config.dataDir, databaseFile: fileOf(config.databaseUrl) }
  prepareDataFolder(places, (message) => log.warn(message))
  const database = openDatabase(config.databaseUrl)
  const monotonic = () => performance.now()
  const clock = plausibleClock({ wall: Date.now, monotonic })
  const app = await buildApp({ config, database, log, clock, monotonic })
  const stopping = new AbortController()

  let asked = false
  const stop = (signal: string) => {
    if (asked) process.exit(1)
    asked = true
    stopping.abort()
    log.info(`${signal}: answering what has been asked, then closing`)
    setTimeout(() => {
      log.error(`Not closed after ${maxShutdownMs / 1000} s: giving up on the requests that are left`)
      process.exit(1)
    }, maxShutdownMs).unref()
    app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0))
      .catch((error) => {
        log.error({ err: error }, 'Not closed cleanly')
        process.exit(1)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.npm_lifecycle_event) onParentGone(() => stop('npm has ended'))

  const { port } = await listen(app, config)
  const ready = connect({ database, log, stop: stopping.signal, filesFolder: filesOf(config.dataDir) })
  if (!(await ready)) return
  await checkInstallation({ config, database, log })
  console.log(`Taskdeck is ready at ${publicAddress(config, port)}`)
}

/** Reports at once that the files belong to another database. Tasks can be worked on all the same, so the server goes on without uploads. */
async function checkInstallation(parts: Parameters<typeof wireInstallation>[0]) {
  await wireInstallation(parts)
    .check()
    .catch((error) => parts.log.warn({ err: error }, 'Could not check whether the files belong to the database'))
}

/** npm runs us through a shell that keeps signals to itself; when it is gone, whoever ended npm meant us. */
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

/** The folder with the files of an installation, when there is one. */
function filesOf(dataDir: string) {
  const folder = join(dataDir, 'files')
  return existsSync(join(folder, 'installation-id')) ? folder : undefined
}

type StartError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

main().catch((error: StartError) => {
  process.stderr.write(`Taskdeck cannot start. ${reason(error)}\n`)
  process.exit(1)
})

/** One line for what a person can mend; the stack only for what they cannot. */
function reason(error: StartError) {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use: stop the other program, or choose another port, such as PORT=${Number(error.port) + 1} npm start.`
  }
  if (error.code === 'EACCES' && error.port)
    return `Port ${error.port} needs more rights: choose one above 1023 with PORT.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST=${error.address ?? error.hostname ?? ''} is no address of this machine: set HOST to localhost or 0.0.0.0.`
  }
  return error.stack ?? String(error)
}
