import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Meeting } from '../src/contract/meetings.ts'
import type { MeetingCalendar, NewMeetingCalendar } from '../src/contract/schemas/meetings.ts'
import type { Database } from '../src/server/database/database.ts'
import { wireRules } from '../src/server/wiring.ts'
import { testApp } from './app.ts'
import type { Engine } from './database.ts'
import type { Person } from './people.ts'

/** A calendar that does not exist: tests ask no name server. */
export const meetingCalendar = {
  name: 'Work',
  address: 'https://calendar.example/secret-of-ana/basic.ics',
} satisfies NewMeetingCalendar

/** The text of a calendar with meetings, each with its lines. */
export const calendarText = (...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN'],
    ...events.flatMap((lines, place) => ['BEGIN:VEVENT', `UID:${place}`, ...lines, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

/** A meeting of an hour. The time is such as `20261117T140000Z`. */
export const anHour = (start: string, title = 'Planning') => [`DTSTART:${start}`, 'DURATION:PT1H', `SUMMARY:${title}`]

/** A server of a calendar on this machine. It sends its text unless the test says otherwise. */
export async function calendarServer() {
  const asked: IncomingMessage[] = []
  const server = {
    asked,
    text: calendarText(),
    address: '',
    answer: (response: ServerResponse, _request: IncomingMessage): unknown =>
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(server.text),
  }
  const program = createServer((request, response) => {
    asked.push(request)
    server.answer(response, request)
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    program.closeAllConnections()
    program.close()
  })
  server.address = `http://127.0.0.1:${(program.address() as AddressInfo).port}/secret.ics`
  return server
}

/** An app whose clock only the test moves, with nodes that read calendars when the test says so. */
export async function meetingApp(engine: Engine, start = Date.parse('2026-11-17T12:00:00Z')) {
  let now = start
  const clock = () => now
  const lines: string[] = []
  const app = await testApp({ engine, config: { allowedHookHosts: ['127.0.0.1'] }, dependencies: { clock } })
  const node = () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const { queue, meetings } = wireRules({ ...app, clock, resolve: async () => [], log })
    onTestFinished(meetings.stop)
    return {
      queue,
      /** Reads everything that is due. */
      async read() {
        await queue.runDue()
        await meetings.settled()
      },
    }
  }
  return {
    ...app,
    node,
    ...node(),
    /** The lines that the nodes have logged. */
    lines,
    now: clock,
    moveClock(ms: number) {
      now += ms
    },
  }
}

/** Adds a calendar, and returns what its owner sees of it. */
export async function addCalendar(person: Person, address: string, input: Partial<NewMeetingCalendar> = {}) {
  const { status, body } = await person.post('/meetings/calendars', { name: 'Work', ...input, address })
  if (status !== 201) throw new Error(body.message)
  const { id } = body.calendar
  const path = `/meetings/calendars/${id}`
  return {
    id: id as string,
    path,
    state: async (): Promise<MeetingCalendar> =>
      (await person.get('/meetings/calendars')).body.calendars.find((one: { id: string }) => one.id === id),
    starts: async (): Promise<string[]> =>
      (await person.get(`${path}/meetings`)).body.meetings.map(({ start }: { start: string }) => start),
  }
}

/** Gives a user a calendar with meetings, as if it had been read. */
export async function withMeetings({ db }: Database, owner: string, meetings: Partial<Meeting>[]) {
  const usual = { title: 'Planning', place: null, isBusy: true }
  const row = {
    ...{ id: randomUUID(), user_id: owner, name: 'Work', colour: null, address: 'https://calendar.example/a.ics' },
    ...{ created_at: 1, tried_at: 1, read_at: 1, failing_since: null, failures: 0, problem: null, etag: null },
    ...{ last_modified: null, body_hash: null, expanded_on: null, version: 1, left_out: 0, ends_on: null },
    ...{ meetings: JSON.stringify(meetings.map((one) => ({ ...usual, ...one }))), meeting_count: meetings.length },
  }
  await db.insertInto('meeting_calendars').values(row).execute()
}
