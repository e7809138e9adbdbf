import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Family, Sample } from '../metrics/exposition.ts'
import { Histogram } from '../metrics/histogram.ts'
import { hasWaited } from './response-end.ts'

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface RouteCounts {
  method: string
  /** The template, such as `/tasks/task/:id`. Paths would make new labels without end. */
  route: string
  durations: Histogram
  byStatus: Map<number, number>
}

/** Counts and times the requests to an app by route. Returns a function that reads the counts. */
export function countRequests(app: FastifyInstance): () => Family[] {
  const counted: RouteCounts[] = []
  const byConfig = new WeakMap<FastifyContextConfig, RouteCounts>()

  function countsOf(config: FastifyContextConfig & { method?: string | string[]; url?: string }): RouteCounts {
    const { method = 'any', url = 'none' } = config
    const counts = { method: String(method), route: url, durations: new Histogram(secondsBounds), byStatus: new Map() }
    byConfig.set(config, counts)
    counted.push(counts)
    return counts
  }

  app.addHook('onResponse', (request, reply, done) => {
    const { config } = request.routeOptions
    const { durations, byStatus } = byConfig.get(config) ?? countsOf(config)
    byStatus.set(reply.statusCode, (byStatus.get(reply.statusCode) ?? 0) + 1)
    // A stream lasts until its client leaves, and a call that waits until it has an answer.
    if (!config.isStream && !hasWaited(reply.raw)) durations.observe(reply.elapsedTime / 1000)
    done()
  })

  return () => [
    {
      name: 'taskdeck_http_requests_total',
      type: 'counter',
      help: 'Answered requests by method, route and status. The route of an unknown address is "none".',
      samples: counted.flatMap(({ method, route, byStatus }) =>
        [...byStatus].map(([status, value]): Sample => ({ labels: { method, route, status }, value })),
      ),
    },
    {
      name: 'taskdeck_http_request_duration_seconds',
      type: 'histogram',
      help: 'Time from the headers of a request to the end of its response, by method and route. Live streams and calls that wait for an answer are left out.',
      samples: counted.flatMap(({ method, route, durations }) =>
        durations.isEmpty ? [] : durations.samples({ method, route }),
      ),
    },
  ]
}
