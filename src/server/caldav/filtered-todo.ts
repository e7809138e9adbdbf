import { DavProblem } from './dav-problem.ts'

/** A property of a to-do, as far as filters need it. */
export interface Line {
  name: string
  value: string
}

/** The properties of a to-do of ours, and the names of the components in it. */
export interface Content {
  lines: Line[]
  components: ReadonlySet<string>
}

interface Period {
  start: number
  end: number
}

/** Reads a text that Taskdeck has written. */
export function contentOf(text: string): Content {
  const lines: Line[] = []
  const components = new Set<string>()
  const open: string[] = []
  for (const line of text.replace(/\r\n[ \t]/g, '').split('\r\n')) {
    const [, name = '', value = ''] = /^([\w-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/s.exec(line) ?? []
    if (name === 'BEGIN') {
      open.push(value)
      if (open.length > 2) components.add(value)
    } else if (name === 'END') open.pop()
    else if (open.length === 2 && open[1] === 'VTODO') lines.push({ name, value: unescaped(value) })
  }
  return { lines, components }
}

const unescaped = (value: string) => value.replace(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign))

const time = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/

/** A time in milliseconds; NaN if the text is not a time. Times of any zone count as UTC: `slackMs` makes up for it. */
function timeOf(value: string): number {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = time.exec(value) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The largest distance of a time zone from UTC. A client that gets one to-do too many leaves it out itself. */
const slackMs = 14 * 3_600_000

export function periodOf({ start, end }: Readonly<Record<string, string>>): Period {
  const [from, to] = [start ? timeOf(start) : Number.NEGATIVE_INFINITY, end ? timeOf(end) : Number.POSITIVE_INFINITY]
  if (!(from < to)) throw new DavProblem(403, 'The time-range of the filter is not valid.', 'valid-filter')
  return { start: from - slackMs, end: to + slackMs }
}

/** Whether the value of a property is in a period. */
export function isWithin(value: string, { start, end }: Period): boolean {
  const at = timeOf(value)
  return at >= start && at < end
}

/** Whether a to-do falls into a period (RFC 4791, 9.9). One that repeats goes on. */
export function overlaps({ lines }: Content, { start, end }: Period): boolean {
  const at = (wanted: string) => {
    const line = lines.find(({ name }) => name === wanted)
    return line && timeOf(line.value)
  }
  const [starts, due, completed, created] = [at('DTSTART'), at('DUE'), at('COMPLETED'), at('CREATED')]
  const first = starts ?? due
  if (first !== undefined) {
    const last = lines.some(({ name }) => name === 'RRULE') ? Number.POSITIVE_INFINITY : (due ?? first)
    return start <= last && end >= first
  }
  if (completed !== undefined) return start <= completed && end >= (created ?? completed)
  return created === undefined || end > created
}
