import { api } from '../../contract/calls/api.ts'
import { Unchanged } from '../answers/json-answer.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import { andThen } from '../work/maybe-promise.ts'
import type { CalendarRules } from './calendars.ts'

interface Dependencies {
  calendars: CalendarRules
  events: Pick<SecurityEvents, 'record'>
  basePath: string
}

export function calendarRoutes(mount: Mount, { calendars, events, basePath }: Dependencies) {
  mount(api.calendars.list, async ({ caller }) => ({ calendars: await calendars.list(caller.owner) }))
  mount(api.calendars.create, async ({ caller, body, request }) => {
    const made = await calendars.create(caller, body)
    await events.record('calendar made', request, caller.owner, { about: body.name })
    return made
  })
  mount(api.calendars.renew, ({ caller, params }) => calendars.renew(caller, params.id))
  mount(api.calendars.remove, ({ caller, params }) => calendars.remove(caller, params.id))
  mount(
    api.calendars.feed,
    ({ params, ifNoneMatch, request, reply }) => {
      const app = `${request.protocol}://${request.host}${basePath}`
      return andThen(calendars.feed(params.file, app, ifNoneMatch), (answer) => {
        reply.headers({ 'cache-control': 'private, no-cache', etag: answer.tag })
        if (answer instanceof Unchanged) return reply.code(304).send()
        reply.headers({ 'content-disposition': 'attachment; filename="taskdeck.ics"', 'x-robots-tag': 'noindex' })
        return reply.type('text/calendar; charset=utf-8').send(answer.content)
      })
    },
    { logsNothing: true },
  )
}
