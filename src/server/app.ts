import fastify, { type FastifyInstance } from 'fastify'
import { loadAgents } from '../mcp/load.ts'
import { emailCheck } from './accounts/accounts.ts'
import { passkeySignInRoutes } from './accounts/passkey-routes.ts'
import { pictureRules } from './accounts/pictures.ts'
import { providerRoutes } from './accounts/provider-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { agentListRoutes } from './agents/routes.ts'
import { archiveImportRoutes } from './archive-imports/routes.ts'
import { archiveRoutes } from './archives/routes.ts'
import { backupMetrics } from './backups/backup-metrics.ts'
import { caldavDiscovery, caldavRoutes, offeredViewRoutes } from './caldav/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { type MountedCalls, mountedCalls } from './calls/mounted-calls.ts'
import { claimRoutes } from './claims/routes.ts'
import { copyMetrics } from './copies/copy-metrics.ts'
import { newestMigration } from './database/migrations-in-folder.ts'
import { whileListening } from './deliveries/while-listening.ts'
import { digestRoutes } from './digest/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { gitRoutes } from './git/routes.ts'
import { databaseChecks } from './health/database-checks.ts'
import { healthRoutes } from './health/routes.ts'
import { watchDependencies } from './health/watch.ts'
import { historyRoutes } from './history/routes.ts'
import { agentCalls } from './http/agent-calls.ts'
import { type AnswerAgent, agentRoutes } from './http/agents.ts'
import { apiDocs, collectApi } from './http/api-docs.ts'
import { type Assets, builtAssets } from './http/assets.ts'
import { basicOr } from './http/basic.ts'
import { tokenOrSession } from './http/bearer.ts'
import { callRate } from './http/call-rate.ts'
import { type Compilers, compileWhenNeeded } from './http/compilers.ts'
import { deviceCookie } from './http/device-cookie.ts'
import { maxBodyBytes, mounter } from './http/endpoint.ts'
import { unavailable } from './http/error-meaning.ts'
import { answerErrors, malformedRequests } from './http/errors.ts'
import { refuseUnknownHosts } from './http/hosts.ts'
import { acceptJson, formats } from './http/input.ts'
import { fastifyLogging, logRequests } from './http/logging.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { originOf } from './http/origin.ts'
import { refuseWhenOverloaded } from './http/overload.ts'
import { warnAboutUnknownProxy } from './http/proxy-headers.ts'
import { refusals } from './http/refusals.ts'
import { limitPerAddress, limitPerCaller } from './http/request-limits.ts'
import { countRequests } from './http/request-metrics.ts'
import { traceRequests } from './http/request-spans.ts'
import { headersOfAll, refuseCrossSite, securityHeaders } from './http/security.ts'
import { continueBodies, serverFactory } from './http/server.ts'
import { sessionCookie } from './http/session.ts'
import { endConnectionsOnClose } from './http/shutdown.ts'
import { cutSlowBodies } from './http/slow-clients.ts'
import { webApp } from './http/web-app.ts'
import { importRoutes } from './imports/routes.ts'
import { issueSourceRoutes } from './issue-sources/routes.ts'
import { labelRoutes } from './labels/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import {
  databaseMetrics,
  deliveryMetrics,
  eventLoopMetrics,
  jobMetrics,
  listMetrics,
  serverMetrics,
} from './metrics/catalog.ts'
import { diskMetrics, eventLoopDelay, processMetrics } from './metrics/process-metrics.ts'
import type { MetricRegistry } from './metrics/registry.ts'
import { noteRoutes } from './notes/routes.ts'
import { challengeForAgents } from './oauth/metadata.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { outgoingWebhookRoutes } from './outgoing-webhooks/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { securityEventRoutes } from './security-events/routes.ts'
import { type Build, ownBuild } from './settings/build.ts'
import { readerRoutes } from './shares/reader-routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { deviceRoutes } from './tokens/device-routes.ts'
import { tokenFailures } from './tokens/failures.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { wayRoutes } from './ways/routes.ts'
import { deliveryRoutes, webhookRoutes } from './webhooks/routes.ts'
import type { Dependencies } from './wiring/ground.ts'
import { wireRules } from './wiring.ts'

export interface AppDependencies extends Dependencies {
  /** Compiles schemas, by default when they are needed. Several apps in one process can share one that compiles them at the start. */
  compilers?: Compilers
  /** Collects the metrics. Without it, nothing is counted. */
  metrics?: MetricRegistry
  assets?: Assets
  /** Where the endpoints are listed that can be called without HTTP. */
  calls?: MountedCalls
  build?: Build
}

/** The HTTP server: all routes and what every request passes. It opens nothing and does not read the environment: see main.ts. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const {
    config,
    database,
    log,
    clock = Date.now,
    monotonic = () => performance.now(),
    compilers = compileWhenNeeded,
    metrics,
    tracing,
    assets = builtAssets(),
    calls = mountedCalls(),
    build = ownBuild(),
  } = dependencies
  const headers = headersOfAll(config)
  const refused = refusals(headers)
  const app = fastify({
    ...fastifyLogging(log, config),
    schemaController: compilers,
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

  if (tracing) traceRequests(app, tracing, config.trustProxy)
  logRequests(app, log)
  const onFailure = tokenFailures({ database, clock })
  const checks = databaseChecks({ database, log, monotonic })
  const { basePath, refusalDelayMs } = config
  // The check logs the reason of an outage once.
  const onOutage = () => void checks.canWrite()
  answerErrors(app, { database, log, basePath, refusalDelayMs, onFailure, onOutage })
  securityHeaders(app, headers)
  if (!config.trustProxy.length) warnAboutUnknownProxy(app, log)
  refuseUnknownHosts(app, config)
  cutSlowBodies(app, config.requestTimeoutMs)
  continueBodies(app)
  endConnectionsOnClose(app)
  acceptJson(app)
  const requestsInProgress = refuseWhenOverloaded(app, {
    maxDelayMs: config.overloadDelay,
    maxRequests: config.maxRequests,
  })
  limitPerAddress(app, config.maxAddressRequests)
  if (metrics) metrics.add(countRequests(app))
  await collectApi(app)

  const rules = wireRules(dependencies)
  const { history, live, files, tasks, trash, views, labelColours, git, hooks, deliveries, queue, jobs } = rules
  const { sessions, tokens, devices, events } = rules
  const notices = rules.accountNotices
  const pictures = pictureRules({ database, history })
  const session = sessionCookie(sessions, config)
  const device = deviceCookie(notices, config)
  const origin = originOf(config)
  const countCalls = callRate(config.maxTokenRate, monotonic)
  const byToken = basicOr(
    { tokens, isEmailOf: emailCheck(database, monotonic), attempts: rules.attempts },
    tokenOrSession(tokens, session.identify),
  )
  const identify = limitPerCaller(byToken, config, countCalls)

  const known = { ...build, schema: await newestMigration() }
  await app.register(async (scope) => healthRoutes(mounter(scope, identify, calls), { ...checks, build: known }))
  await app.register(async (scope) => {
    refuseCrossSite(scope)
    scope.addHook('onRequest', (_request, _reply, done) => done(database.ready ? undefined : unavailable()))
    const mount = mounter(scope, identify, calls)
    taskRoutes(mount, { tasks, history })
    claimRoutes(mount, rules)
    historyRoutes(mount, history)
    trashRoutes(mount, trash)
    viewRoutes(mount, views)
    reminderRoutes(mount, rules.reminders)
    wayRoutes(mount, rules.ways, rules.buttons)
    labelRoutes(mount, labelColours)
    gitRoutes(mount, git)
    noteRoutes(mount, rules)
    receiptRoutes(mount, rules.receipts)
    calendarRoutes(mount, { ...rules, basePath })
    offeredViewRoutes(mount, rules.caldav.offered)
    await scope.register(async (inner) => caldavDiscovery(inner))
    await scope.register(async (inner) => caldavRoutes(inner, { caldav: rules.caldav.rules, identify, basePath, log }))
    shareRoutes(mount, rules.shares.rules)
    readerRoutes(scope, mount, { ...rules.shares, files, monotonic, log })
    meetingRoutes(mount, rules.meetings.rules)
    archiveRoutes(mount, rules.archives, events)
    webhookRoutes(mount, hooks, events)
    outgoingWebhookRoutes(mount, rules.outgoingHooks.rules, events)
    issueSourceRoutes(mount, rules.issueSources.rules, events)
    const openCredentials = async (owners: string[]) => (await sessions.open(owners)).union(await tokens.open(owners))
    liveRoutes(scope, mount, { live, openCredentials, log })
    // A separate scope, because the signature of a delivery is about its bytes.
    await scope.register(async (inner) => deliveryRoutes(inner, mounter(inner, identify, calls), deliveries))
    await scope.register(async (inner) =>
      importRoutes(inner, mounter(inner, identify, calls), rules.imports, { database, log }),
    )
    await scope.register(async (inner) => {
      archiveImportRoutes(inner, mounter(inner, identify, calls), rules.archiveImports, { database, log })
    })
    // A separate scope, because only the upload accepts multipart/form-data.
    await scope.register((inner) => fileRoutes(inner, mounter(inner, identify, calls), { config, tasks, files }))
    accountRoutes(mount, { ...rules, config, notices, pictures, session, device })
    securityEventRoutes(mount, events)
    secondFactorRoutes(mount, { ...rules, notices })
    passkeyRoutes(mount, { ...rules, notices })
    passkeySignInRoutes(mount, { ...rules, notices, session, device })
    await scope.register(async (inner) => digestRoutes(inner, mounter(inner, identify, calls), rules.digests, basePath))
    tokenRoutes(mount, { tokens, events, notices })
    await scope.register(async (inner) =>
      deviceRoutes(inner, mounter(inner, identify, calls), { basePath, originOf: origin, devices, events, notices }),
    )
    await scope.register(async (inner) =>
      oauthRoutes(inner, mounter(inner, identify, calls), { ...rules, basePath, originOf: origin, notices }),
    )
    await scope.register(async (inner) =>
      providerRoutes(inner, mounter(inner, identify, calls), { ...rules, log, config, notices, session, device }),
    )
    agentListRoutes(mount, rules.agents)
    agentRoutes(mount, {
      answer: answerAgents({ calls, database, log, onFailure, clock, version: build.version }),
      challengeOf: (request) => challengeForAgents(origin(request)),
      tokens,
      countCalls,
    })
  })
  const { copier } = rules
  if (copier) {
    app.addHook('onListen', async () => copier.start())
    // Fastify calls the first hook last, when nothing else writes.
    app.addHook('onClose', copier.stop)
  }
  const stopListening = database.listenToNodes({
    onNotified: rules.announce,
    onSettings: rules.announceSettings,
    onMissed() {
      live.publishMissed()
      rules.shares.shareReaders.announceAll()
    },
  })
  app.addHook('onClose', stopListening)
  app.addHook('onListen', async () => jobs.start())
  app.addHook('onListen', async () => rules.providers.ask())
  app.addHook('onClose', jobs.stop)
  app.addHook('onClose', events.settled)
  const delivering = whileListening({
    ...{ queue, notices: rules.notices, meetings: rules.meetings },
    following: [rules.outgoingHooks.following, rules.issueSources.following],
  })
  app.addHook('onListen', delivering.start)
  // One hook, because Fastify calls those that close in the opposite order.
  app.addHook('onClose', delivering.stop)
  if (metrics) {
    const loop = eventLoopDelay()
    app.addHook('onClose', async () => loop.stop())
    const watched = watchDependencies({
      database: checks.canWrite,
      'database reads': checks.canRead,
      files: rules.store.installationId,
    })
    app.addHook('onListen', async () => watched.start())
    app.addHook('onClose', async () => watched.stop())
    metrics.add(
      () =>
        serverMetrics({
          isMigrated: database.ready,
          usable: watched.states(),
          requestsInProgress: requestsInProgress(),
          streams: live.size,
          refusals: refused.counts,
          securityEvents: events.counts,
        }),
      () => databaseMetrics(database.load()),
      () => listMetrics(tasks.listLoad()),
      () => jobMetrics(jobs.states()),
      () => deliveryMetrics(rules.queue.state()),
      () => eventLoopMetrics(loop.delays),
      () => diskMetrics(config.dataDir),
      backupMetrics(config, rules.backups.store),
      () => copyMetrics(copier, config.copyEveryMs),
      () => processMetrics(known),
    )
    if (config.metrics.token && config.metrics.port === undefined) metricsRoute(app, metrics, config.metrics.token)
  }
  await app.register(apiDocs, { folder: assets.apiDocs })
  await app.register(webApp, { folder: assets.webApp, basePath: config.basePath })
  return app
}

interface Answering {
  clock: () => number
  version: string
}

/** Answers agents with tools that call the mounted endpoints. */
function answerAgents({ clock, version, ...rest }: Parameters<typeof agentCalls>[0] & Answering): AnswerAgent {
  return async (message, body, request, caller, holdOn) => {
    const { answerOverHttp, mcpServer } = await loadAgents()
    const { scopes } = caller
    const dependencies = { ...agentCalls(rest, request, caller, holdOn), scopes, clock, version }
    return answerOverHttp(message, body, () => mcpServer(dependencies, body))
  }
}
