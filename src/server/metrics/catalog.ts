import type { DatabaseLoad } from '../database/database.ts'
import type { DeliveryState } from '../deliveries/deliveries.ts'
import type { JobState } from '../jobs/jobs.ts'
import type { Family, Sample } from './exposition.ts'
import type { Histogram } from './histogram.ts'

/** The state of the server as metrics. docs/operations.md explains each of them. */

export function serverMetrics(state: {
  isMigrated: boolean
  /** The dependencies of the server, and whether they could be used when they were last checked. */
  usable: ReadonlyMap<string, boolean>
  requestsInProgress: number
  streams: number
  refusals: ReadonlyMap<string, number>
  securityEvents: ReadonlyMap<string, number>
}): Family[] {
  return [
    gauge(
      'taskdeck_database_migrated',
      '1 once the migrations have run, and 0 while this node waits for its database.',
      [{ value: Number(state.isMigrated) }],
    ),
    gauge(
      'taskdeck_dependency_usable',
      '1 if the database can be written, or the files can be read, and 0 otherwise. Checked every 10 seconds.',
      [...state.usable].map(([dependency, isUsable]) => ({ labels: { dependency }, value: Number(isUsable) })),
    ),
    gauge('taskdeck_http_requests_in_progress', 'Requests without a complete response. Live streams are left out.', [
      { value: state.requestsInProgress },
    ]),
    counter(
      'taskdeck_http_refusals_total',
      'Connections and requests that were refused before they reached a route, by error code.',
      [...state.refusals].map(([code, value]) => ({ labels: { code }, value })),
    ),
    gauge('taskdeck_live_streams', 'Open live streams.', [{ value: state.streams }]),
    counter(
      'taskdeck_security_events_total',
      'Events of the security log, such as sign-ins and wrong passwords.',
      // Zero before the first one, because Prometheus cannot see the increase of a counter that appears with 1.
      [...new Map([...expectedEvents, ...state.securityEvents])].map(([event, value]) => ({
        labels: { event },
        value,
      })),
    ),
  ]
}

const expectedEvents: [string, number][] = [
  ['wrong password', 0],
  ['signed in with a password', 0],
]

export function eventLoopMetrics(delays: Histogram): Family[] {
  return [
    {
      name: 'taskdeck_event_loop_delay_seconds',
      type: 'histogram',
      help: 'By how much the event loop was late, measured every 20 ms.',
      samples: delays.samples(),
    },
  ]
}

export function databaseMetrics({ writes, longReads, pools }: DatabaseLoad): Family[] {
  const queues = Object.entries({ write: writes, 'long read': longReads })
  const ofPool = (value: (pool: DatabaseLoad['pools'][number]) => number) =>
    pools.map((pool) => ({ labels: { pool: pool.name }, value: value(pool) }))
  return [
    gauge(
      'taskdeck_database_work',
      'Writes and long reads that run, or wait for others of the same owner.',
      queues.flatMap(([kind, { running, waiting }]) => [
        { labels: { kind, state: 'running' }, value: running },
        { labels: { kind, state: 'waiting' }, value: waiting },
      ]),
    ),
    gauge(
      'taskdeck_database_connections',
      'Connections to PostgreSQL.',
      pools.flatMap(({ name, inUse, idle }) => [
        { labels: { pool: name, state: 'in use' }, value: inUse },
        { labels: { pool: name, state: 'idle' }, value: idle },
      ]),
    ),
    gauge(
      'taskdeck_database_connections_max',
      'Maximum number of connections to PostgreSQL.',
      ofPool(({ max }) => max),
    ),
    gauge(
      'taskdeck_database_connections_waiting',
      'Statements and transactions that wait for a connection to PostgreSQL.',
      ofPool(({ waiting }) => waiting),
    ),
  ]
}

export function listMetrics(load: { cached: number; read: number; unchanged: number; cacheBytes: number }): Family[] {
  const { cacheBytes, cached, read, unchanged } = load
  return [
    counter(
      'taskdeck_list_reads_total',
      'Lists of tasks: "hit" from the cache, "miss" from the database, "unchanged" for a 304.',
      Object.entries({ hit: cached, miss: read, unchanged }).map(([result, value]) => ({ labels: { result }, value })),
    ),
    gauge('taskdeck_list_cache_bytes', 'Size of the cached lists.', [{ value: cacheBytes }]),
  ]
}

export function jobMetrics(states: JobState[]): Family[] {
  const known = (value: (state: JobState) => number | undefined): Sample[] =>
    states.flatMap((state) => {
      const found = value(state)
      return found === undefined ? [] : [{ labels: { name: state.name }, value: found }]
    })
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000)
  return [
    gauge(
      'taskdeck_job_due_timestamp_seconds',
      'When a job is due on any node of the cluster, as this node last saw it.',
      known(({ dueAt }) => seconds(dueAt)),
    ),
    gauge(
      'taskdeck_job_consecutive_failures',
      'How often a job has failed in a row on any node of the cluster, as this node last saw it.',
      known(({ failures }) => failures),
    ),
    gauge(
      'taskdeck_job_last_run_timestamp_seconds',
      'When a job last began on this node.',
      known(({ lastRunAt }) => seconds(lastRunAt)),
    ),
    gauge(
      'taskdeck_job_last_run_duration_seconds',
      'How long the last run of a job on this node took.',
      known(({ lastRunMs }) => seconds(lastRunMs)),
    ),
    counter(
      'taskdeck_job_runs_total',
      'Runs of a job on this node by result.',
      states.flatMap(({ name, runs }) =>
        Object.entries(runs).map(([result, value]) => ({ labels: { name, result }, value })),
      ),
    ),
  ]
}

export function deliveryMetrics({ results, failed, lateSince }: DeliveryState): Family[] {
  return [
    counter(
      'taskdeck_deliveries_total',
      'Reminders, mails and other deliveries of this node by result: delivered, retried or failed.',
      [...results].flatMap(([kind, counts]) =>
        Object.entries(counts).map(([result, value]) => ({ labels: { kind, result }, value })),
      ),
    ),
    gauge('taskdeck_deliveries_failed', 'Deliveries that were given up in the last 30 days, on all nodes.', [
      { value: failed },
    ]),
    gauge(
      'taskdeck_deliveries_late_since_timestamp_seconds',
      'When the delivery was due that has waited longest although its time has come; 0 if there is none.',
      [{ value: (lateSince ?? 0) / 1000 }],
    ),
  ]
}

const gauge = (name: string, help: string, samples: Sample[]): Family => ({ name, type: 'gauge', help, samples })
const counter = (name: string, help: string, samples: Sample[]): Family => ({ name, type: 'counter', help, samples })
