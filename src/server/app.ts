import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import packageInfo from '../../package.json' with { type: 'json' }
import { answerOverHttp } from '../mcp/http.ts'
import { mcpServer } from '../mcp/server.ts'
import { accountRules, dayOf, lockAccount, profiles, usernames } from './accounts/accounts.ts'
import { attemptLimits } from './accounts/attempts.ts'
import { credentialRules } from './accounts/credentials.ts'
import { exportRules } from './accounts/export.ts'
import { googleClient } from './accounts/google.ts'
import { googleAccounts } from './accounts/google-accounts.ts'
import { googleRoutes } from './accounts/google-routes.ts'
import { type PasswordHasher, passwordHasher } from './accounts/passwords.ts'
import { pictureRules } from './accounts/pictures.ts'
import { proofRules } from './accounts/proofs.ts'
import { accountRemoval } from './accounts/removal.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionRules } from './accounts/sessions.ts'
import { signInRules } from './accounts/sign-in.ts'
import { signUpRules } from './accounts/sign-ups.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { probe } from './database/probe.ts'
import { diskStore } from './files/disk-store.ts'
import { fileEvents } from './files/events.ts'
import { fileWrites } from './files/file-writes.ts'
import { fileRules } from './files/files.ts'
import { arePlausible } from './files/known-files.ts'
import { fileRoutes } from './files/routes.ts'
import type { FileStore } from './files/store.ts'
import { gitEvents } from './git/events.ts'
import { gitRules } from './git/git.ts'
import { referenceWrites } from './git/reference-writes.ts'
import { gitRoutes } from './git/routes.ts'
import { readiness } from './health/readiness.ts'
import { healthRoutes } from './health/routes.ts'
import { historyRules } from './history/history.ts'
import { historyRoutes } from './history/routes.ts'
import { hookRules } from './hooks/hooks.ts'
import { deliveryRoutes, hookRoutes } from './hooks/routes.ts'
import { type AnswerAgent, agentRoutes } from './http/agents.ts'
import { apiDocs, collectApi } from './http/api-docs.ts'
import { tokenOrSession } from './http/bearer.ts'
import { maxBodyBytes, mounter } from './http/endpoint.ts'
import { answerErrors, malformedRequests, unavailable } from './http/errors.ts'
import { refuseUnknownHosts } from './http/hosts.ts'
import { innerCalls } from './http/inner-calls.ts'
import { acceptJson, formats } from './http/input.ts'
import { fastifyLogging, logEvent, logRequests } from './http/logging.ts'
import { refuseWhenOverloaded } from './http/overload.ts'
import { warnAboutUnknownProxy } from './http/proxy-headers.ts'
import { refusals } from './http/refusals.ts'
import { limitPerAddress, limitPerCaller } from './http/request-limits.ts'
import { headersOfAll, refuseCrossSite, securityHeaders } from './http/security.ts'
import { continueBodies, serverFactory } from './http/server.ts'
import { sessionCookie } from './http/session.ts'
import { endConnectionsOnClose } from './http/shutdown.ts'
import { cutSlowBodies } from './http/slow-clients.ts'
import { webApp } from './http/web-app.ts'
import { installationRules } from './installation/installation.ts'
import { jobRules } from './jobs/jobs.ts'
import { labelColourRules } from './labels/colours.ts'
import { labelRoutes } from './labels/routes.ts'
import { liveRules } from './live/live.ts'
import { liveRoutes } from './live/routes.ts'
import { longAnswers } from './long-answers.ts'
import { taskEvents } from './tasks/events.ts'
import { labelRecount } from './tasks/labels.ts'
import { taskRoutes } from './tasks/routes.ts'
import { jsonRefresh } from './tasks/stored-json.ts'
import { taskWrites } from './tasks/task-writes.ts'
import { taskRules } from './tasks/tasks.ts'
import { deviceRoutes } from './tokens/device-routes.ts'
import { deviceRules } from './tokens/devices.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { tokenRules } from './tokens/tokens.ts'
import { trashRoutes } from './trash/routes.ts'
import { trashRules } from './trash/trash.ts'
import { viewRoutes } from './views/routes.ts'
import { viewRules } from './views/views.ts'

export interface Parts {
  config: Config
  database: Database
  log: Logger
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
  passwords?: PasswordHasher
  /** Compiles schemas. Several apps in one process can share it. Fastify's own if absent. */
  compilers?: FastifyServerOptions['schemaController']
}

const builtWebApp = join(import.meta.dirname, '../../dist')

/** The only place where parts are wired together. It opens nothing and does not read the environment: see main.ts. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, database, log, clock = Date.now, monotonic = () => performance.now(), compilers } = parts
  const headers = headersOfAll(config)
  const refused = refusals(headers)
  const app = fastify({
    ...fastifyLogging(log),
    ...(compilers ? { schemaController: compilers } : {}),
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    bodyLimit: maxBodyBytes,
    serverFactory: serverFactory(config, refused),
    forceCloseConnections: 'idle',
    // Requests in progress are still answered while the server closes.
    return503OnClosing: false,
    ...malformedRequests(headers, refused, log),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false, formats },
    },
  })

  logRequests(app, log)
  answerErrors(app, { database, log, basePath: config.basePath, refusalDelayMs: config.refusalDelayMs })
  securityHeaders(app, headers)
  if (!config.trustProxy.length) warnAboutUnknownProxy(app, log)
  refuseUnknownHosts(app, config)
  cutSlowBodies(app, config.requestTimeoutMs)
  continueBodies(app)
  endConnectionsOnClose(app)
  acceptJson(app)
  refuseWhenOverloaded(app, { maxDelayMs: config.overloadDelay, maxRequests: config.maxRequests })
  limitPerAddress(app, config.maxAddressRequests)
  await collectApi(app)

  const rules = wireRules(parts)
  const { history, live, files, tasks, trash, views, labelColours, git, hooks, jobs } = rules
  const { attempts, sessions, tokens, devices } = rules
  const pictures = pictureRules({ database, history })
  const session = sessionCookie(sessions, config)
  const identify = limitPerCaller(tokenOrSession(tokens, session.identify), config)

  const isReady = readiness({
    probe: () => probe(database),
    monotonic,
    onLost: (error) => log.error({ err: error }, 'Not ready: the database cannot be written'),
  })
  const isServing = async () => database.ready && isReady()
  await app.register(async (scope) => healthRoutes(mounter(scope, identify), isServing))
  await app.register(async (scope) => {
    refuseCrossSite(scope)
    scope.addHook('onRequest', (_request, _reply, done) => done(database.ready ? undefined : unavailable()))
    const mount = mounter(scope, identify)
    taskRoutes(mount, { tasks, history })
    historyRoutes(mount, history)
    trashRoutes(mount, trash)
    viewRoutes(mount, views)
    labelRoutes(mount, labelColours)
    gitRoutes(mount, git)
    hookRoutes(mount, hooks)
    const openCredentials = async (owners: string[]) => (await sessions.open(owners)).union(await tokens.open(owners))
    liveRoutes(scope, mount, { live, openCredentials, log })
    // A separate scope, because the signature of a delivery is about its bytes.
    await scope.register(async (inner) => deliveryRoutes(inner, mounter(inner, identify), hooks))
    // A separate scope, because only the upload accepts multipart/form-data.
    await scope.register((inner) => fileRoutes(inner, mounter(inner, identify), { config, tasks, files }))
    accountRoutes(mount, { ...rules, log, pictures, session })
    tokenRoutes(mount, { tokens, log })
    await scope.register(async (inner) =>
      deviceRoutes(inner, mounter(inner, identify), { config, devices, tokens, log }),
    )
    googleRoutes(mount, {
      log,
      config,
      session,
      attempts,
      google: googleClient(config),
      accounts: googleAccounts({ ...rules, database, clock }),
    })
    agentRoutes(mount, answerAgents(app, clock))
  })
  const stopListening = database.listenToNodes({
    onNotified: live.announce,
    onSettings: live.announceSettings,
    onMissed: live.publishMissed,
  })
  app.addHook('onClose', stopListening)
  app.addHook('onListen', async () => jobs.start())
  app.addHook('onClose', jobs.stop)
  await app.register(apiDocs)
  await app.register(webApp, { folder: builtWebApp, basePath: config.basePath })
  return app
}

/** Answers agents with tools that call the endpoints of this app. */
function answerAgents(app: FastifyInstance, clock: () => number): AnswerAgent {
  return (message, request, { scopes }) => {
    const parts = { ...innerCalls(app, request), scopes, clock, version: packageInfo.version }
    return answerOverHttp(message, request.body, () => mcpServer(parts))
  }
}

/** Checks whether the database and the files folder belong together. */
export function wireInstallation({
  config,
  database,
  log,
  store = diskStore(join(config.dataDir, 'files')),
}: Pick<Parts, 'config' | 'database' | 'log'> & { store?: FileStore }) {
  return installationRules({ database, store, isPlausible: () => arePlausible(store, database), log })
}

/** Creates the rules of every noun with their dependencies. */
export function wireRules(parts: Parts) {
  const {
    config,
    database,
    log,
    clock = Date.now,
    monotonic = () => performance.now(),
    passwords = passwordHasher(),
  } = parts
  const longAnswer = longAnswers({ maxRunning: 3, maxWaiting: 20 })
  const ofTasks = taskWrites(database, config)
  const ofFiles = fileWrites(ofTasks)
  const ofGit = referenceWrites()
  const history = historyRules({
    database,
    longAnswer,
    config,
    clock,
    kinds: { ...taskEvents(ofTasks, database), ...fileEvents(ofFiles, ofTasks), ...gitEvents(ofGit, ofTasks) },
    recounts: [labelRecount(database)],
    usernames: usernames(database),
    announce: (owner, seq) => live.announce(owner, seq),
    announceSettings: (owner) => live.announceSettings(owner),
  })
  const live = liveRules({
    history,
    onTrouble: (error) => {
      // While the database cannot be reached, every request reports it already.
      if (!database.outage(error)) log.error({ err: error }, 'The log could not be read for the live streams')
    },
  })
  const store = diskStore(join(config.dataDir, 'files'))
  const installation = wireInstallation({ config, database, log, store })
  const tasks = taskRules({ database, longAnswer, history, writes: ofTasks, today: dayOf, config })
  const files = fileRules({ database, history, tasks, writes: ofFiles, config, clock, log, store, installation })
  const trash = trashRules({
    database,
    longAnswer,
    history,
    tasks,
    taskWrites: ofTasks,
    files,
    fileWrites: ofFiles,
    clock,
  })
  const views = viewRules({ database, history })
  const labelColours = labelColourRules({ database, history })
  const attempts = attemptLimits({ database, clock })
  const git = gitRules({ database, history, tasks, taskWrites: ofTasks, writes: ofGit })
  const hooks = hookRules({ database, history, git, attempts, clock })
  const sessions = sessionRules({ database, history, config, clock })
  const onWrongPassword = (ip: string, user?: string) => logEvent(log, 'wrong password', { ip }, user)
  const onLeftover = (error: unknown) =>
    log.warn({ err: error }, 'Data of a deleted account could not be removed yet. A background job will try again.')
  const proofs = proofRules({ database, clock, attempts, passwords, onWrongPassword })
  const tokens = tokenRules({
    database,
    history,
    clock,
    holdProved: proofs.holdProved,
    profileOf: profiles(database),
  })
  const devices = deviceRules({ database, clock, attempts, holdProved: proofs.holdProved, lockAccount })
  const signIn = signInRules({ database, passwords, proofs, sessions })
  const signUps = signUpRules({ database, config, clock, attempts, passwords, sessions })
  const credentials = credentialRules({ database, history, clock, passwords, proofs, sessions })
  const removal = accountRemoval({ database, history, tasks, files, views, labelColours, hooks, clock })
  const accounts = accountRules({ database, history, proofs, removal, onLeftover })
  const exports = exportRules({
    database,
    sessions,
    tokens,
    tasks,
    files,
    trash,
    history,
    views,
    labelColours,
    git,
    hooks,
  })
  const jobs = jobRules({ database, clock, monotonic, log })
  const hourly = { everyMs: 3_600_000 }
  jobs.register({ ...hourly, name: 'forget attempts', run: attempts.forgetOld })
  jobs.register({ ...hourly, name: 'remove device codes', run: devices.forgetOld })
  jobs.register({ ...hourly, name: 'remove sessions', run: sessions.forgetOld })
  jobs.register({ ...hourly, name: 'empty trash', run: trash.emptyOld })
  jobs.register({ ...hourly, name: 'remove old answers', run: history.removeOldAnswers })
  jobs.register({ ...hourly, name: 'forget webhook deliveries', run: hooks.forgetOld })
  jobs.register({ ...hourly, name: 'finish account removals', run: removal.finishAll })
  jobs.register({ ...hourly, name: 'sweep files', run: files.sweep })
  jobs.register({ everyMs: 24 * 3_600_000, name: 'recount text and labels', run: history.recount })
  jobs.register({ everyMs: 24 * 3_600_000, name: 'refresh stored tasks', run: jsonRefresh(database) })
  jobs.register({ ...hourly, name: 'optimize the database', run: database.optimize })
  return {
    history,
    live,
    files,
    tasks,
    trash,
    views,
    labelColours,
    git,
    hooks,
    attempts,
    sessions,
    tokens,
    devices,
    proofs,
    signIn,
    signUps,
    credentials,
    removal,
    accounts,
    exports,
    jobs,
  }
}
