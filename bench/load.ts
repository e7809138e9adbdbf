import { createRequire } from 'node:module'
import autocannon from 'autocannon'

/** The program checks methods against its own list, which lacks that of CalDAV. */
const knownMethods: string[] = createRequire(import.meta.url)('autocannon/lib/httpMethods')
if (!knownMethods.includes('REPORT')) knownMethods.push('REPORT')

export interface Figures {
  requests: number
  perSecond: number
  p50: number
  p99: number
}

export interface Request {
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'REPORT'
  headers?: Record<string, string>
  body?: string
  /** Each connection is one of these users, in turn. */
  cookies?: string[]
  /** A status that is expected besides 2xx. */
  also?: 304
}

/** Repeats one request on all connections, as fast as responses arrive. Throws on any failure, because the figures would be worthless. */
export async function load(
  origin: string,
  { path, also, cookies, ...request }: Request,
  seconds: number,
  connections = 50,
): Promise<Figures> {
  let clients = 0
  const setupClient = (client: autocannon.Client) => {
    if (cookies) client.setHeaders({ ...request.headers, cookie: cookies[clients++ % cookies.length] as string })
  }
  const result = await autocannon({
    url: origin + path,
    connections,
    duration: seconds,
    ...(request as object),
    setupClient,
  })
  const failed =
    result.errors + result.timeouts + result.non2xx - (also ? (result.statusCodeStats?.[`${also}`]?.count ?? 0) : 0)
  if (failed) throw new Error(`${failed} of ${result.requests.total} requests to ${path} failed`)
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** The median round by requests per second, and the spread of all rounds. */
export function median(rounds: Figures[]): Figures & { spread: number } {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (!middle || !least || !most) throw new Error('no rounds')
  return { ...middle, spread: (most.perSecond - least.perSecond) / middle.perSecond }
}
