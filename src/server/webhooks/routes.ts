import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { AppError } from '../../contract/errors.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { DeliveryRules } from './deliveries.ts'
import { parseJson } from './json.ts'
import type { WebhookRules } from './webhooks.ts'

export function webhookRoutes(mount: Mount, hooks: WebhookRules, events: Pick<SecurityEvents, 'record'>) {
  mount(api.webhooks.list, async ({ caller }) => ({ hooks: await hooks.list(caller.owner) }))
  mount(api.webhooks.create, async ({ caller, body, request }) => {
    const made = await hooks.create(caller, body)
    await events.record('webhook made', request, caller.owner, { about: body.name })
    return made
  })
  mount(api.webhooks.update, ({ caller, params, body }) => hooks.update(caller, params.id, body))
  mount(api.webhooks.remove, ({ caller, params }) => hooks.remove(caller, params.id))
  mount(api.webhooks.deliveries, async ({ caller, params }) => ({
    deliveries: await hooks.deliveries(caller.owner, params.id),
  }))
}

/** The deliveries of forges. In a scope of its own, because signatures are about the bytes of a body, which are parsed after the check. */
export function deliveryRoutes(app: FastifyInstance, mount: Mount, deliveries: DeliveryRules) {
  app.removeAllContentTypeParsers()
  const types = ['application/json', 'application/x-www-form-urlencoded']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  mount(
    api.webhooks.receive,
    ({ params, request }) => {
      const { headers, ip, body } = request
      if (!Buffer.isBuffer(body)) throw new AppError('wrong_type', 'Send the payload as application/json.')
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
      return deliveries.receive(params.id, { headers, ip, body, parse: () => parsed(body, isForm) })
    },
    { takesLargeBody: true },
  )
}

/** GitHub sends one field. Decoding many would take long. */
const maxFields = 10

/** A form has the JSON in its field `payload`. */
function parsed(body: Buffer, isForm: boolean): unknown {
  const text = body.toString('utf8')
  if (!isForm) return parseJson(text)
  const fields = text.split('&', maxFields)
  return parseJson(new URLSearchParams(fields.join('&')).get('payload') ?? '')
}
