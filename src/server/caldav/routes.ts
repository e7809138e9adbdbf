import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Logger } from 'pino'
import { api } from '../../contract/calls/api.ts'
import { change, newTask } from '../../contract/schemas/tasks.ts'
import type { Validate } from '../calls/input.ts'
import type { Identify, Mount } from '../http/endpoint.ts'
import { logAnswer } from '../http/logging.ts'
import { runFor } from '../tracing/work-context.ts'
import { andThen } from '../work/maybe-promise.ts'
import { davRoot } from './addresses.ts'
import { allowHeader, type CaldavRules, type DavAnswer } from './caldav.ts'
import { DavProblem } from './dav-problem.ts'
import type { OfferedViewRules } from './offered-views.ts'
import type { FieldChecks } from './writing.ts'
import { xmlLimits } from './xml/read-xml.ts'
import { problemXml } from './xml/write-xml.ts'

interface Dependencies {
  caldav: CaldavRules
  identify: Identify
  basePath: string
  log: Logger
}

/** The methods that Fastify must be told of, and whether they have a body. */
const otherMethods = {
  PROPFIND: true,
  PROPPATCH: true,
  REPORT: true,
  MKCALENDAR: true,
  MKCOL: true,
  COPY: false,
  MOVE: false,
  LOCK: true,
  UNLOCK: false,
} satisfies Record<string, boolean>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', ...Object.keys(otherMethods)] as HTTPMethods[]
const types = { xml: 'application/xml; charset=utf-8', calendar: 'text/calendar; charset=utf-8; component=vtodo' }
const classes = '1, 3, calendar-access'

/** Every body is a text, whatever type its client names. */
function takeTexts(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

function addMethods(app: FastifyInstance) {
  for (const [method, hasBody] of Object.entries(otherMethods)) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody })
  }
}

/** Everything at /dav/, in a scope of its own, because it speaks XML and iCalendar. Its methods are no endpoints of the contract. */
export function caldavRoutes(app: FastifyInstance, { caldav, identify, basePath, log }: Dependencies) {
  addMethods(app)
  takeTexts(app)
  const checks = fieldChecks(app)
  // Lists of resources, and answers to clients that keep them themselves.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'private, no-store', dav: classes, allow: allowHeader })
    done()
  })

  for (const url of [davRoot.slice(0, -1), davRoot, `${davRoot}*`]) {
    // Without a caller: clients ask whether this is CalDAV before they sign in.
    app.route({ method: 'OPTIONS', url, schema: { hide: true }, handler: (_request, reply) => reply.code(200).send() })
    app.route({
      ...{ method: methods, url, schema: { hide: true }, exposeHeadRoute: false, bodyLimit: xmlLimits.characters },
      config: { takesBasic: true, access: 'read' },
      onRequest(request, reply, done) {
        try {
          const found = andThen(identify(request, reply), (caller) => {
            request.caller = caller
          })
          if (found instanceof Promise) found.then(() => done(), done)
          else done()
        } catch (error) {
          done(error as Error)
        }
      },
      handler: (request, reply) =>
        runFor(request.work ?? { logFields: { reqId: request.id } }, () => answer(request, reply)),
    })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { caller, method, url, headers, body } = request
    if (!caller) throw new Error('A request at /dav/ has no caller')
    try {
      const given = {
        ...{ caller, method, url, checks: checks() },
        ...{ depth: headers.depth, ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] },
        isBrief: /return=minimal/i.test(`${headers.prefer ?? ''}`),
        body: typeof body === 'string' ? body : '',
        get app() {
          return `${request.protocol}://${request.host}${basePath}`
        },
      }
      return send(reply, await caldav.answer(given))
    } catch (error) {
      if (!(error instanceof DavProblem)) throw error
      logAnswer(log, request, error.status)
      return send(reply, { status: error.status, type: 'xml', body: problemXml(error) })
    }
  }
}

/** The address from which clients find everything else (RFC 6764), in a scope of its own, because they send XML. */
export function caldavDiscovery(app: FastifyInstance) {
  addMethods(app)
  takeTexts(app)
  app.route({
    ...{ method: ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'] as HTTPMethods[], url: '/.well-known/caldav' },
    ...{ schema: { hide: true }, exposeHeadRoute: false },
    handler: (_request, reply) => reply.header('cache-control', 'no-store').redirect(davRoot, 301),
  })
}

/** The saved views that are offered, for the settings. */
export function offeredViewRoutes(mount: Mount, offered: OfferedViewRules) {
  mount(api.caldav.lists, ({ caller }) => offered.list(caller.owner))
  mount(api.caldav.offer, ({ caller, body }) => offered.offer(caller, body.views))
}

function send(reply: FastifyReply, { status, headers = {}, type, body }: DavAnswer) {
  reply.code(status).headers(headers)
  if (type) reply.type(types[type])
  return reply.send(body)
}

/** The checks of the endpoints for creating and changing tasks. Compiled when the first client writes. */
function fieldChecks(app: FastifyInstance): () => FieldChecks {
  let compiled: FieldChecks | undefined
  const compile = (schema: object) =>
    app.validatorCompiler?.({ schema, method: 'PUT', url: davRoot, httpPart: 'body' }) as Validate
  return () => (compiled ??= { create: compile(newTask), update: compile(change) })
}
