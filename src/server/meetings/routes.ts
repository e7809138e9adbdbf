import { api } from '../../contract/calls/api.ts'
import type { Mount } from '../http/endpoint.ts'
import type { MeetingRules } from './meetings.ts'

export function meetingRoutes(mount: Mount, meetings: MeetingRules) {
  const calls = api.meetings
  mount(calls.list, async ({ caller }) => ({ calendars: await meetings.list(caller.owner) }))
  mount(calls.add, ({ caller, body }) => meetings.add(caller, body))
  mount(calls.update, ({ caller, params, body }) => meetings.update(caller, params.id, body))
  mount(calls.remove, ({ caller, params }) => meetings.remove(caller, params.id))
  mount(calls.read, ({ caller, params }) => meetings.read(caller.owner, params.id))
  mount(calls.meetings, ({ caller, params }) => meetings.meetings(caller.owner, params.id))
  mount(calls.freeTime, ({ caller }) => meetings.freeTime(caller.owner))
}
