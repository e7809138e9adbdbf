import { readdir, readFile, statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { KnownBuild } from '../settings/build.ts'
import type { Family } from './exposition.ts'
import { Histogram } from './histogram.ts'

const sampleEveryMs = 20
const delayBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Measures by how much the event loop is late. A cumulative histogram, unlike the one that Node offers, gives the same figures to several
 * Prometheus servers and can be added up over nodes.
 */
export function eventLoopDelay() {
  const delays = new Histogram(delayBounds)
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delays.observe(Math.max(0, now - last - sampleEveryMs) / 1000)
    last = now
  }, sampleEveryMs).unref()
  return { delays, stop: () => clearInterval(timer) }
}

/** A disk that hangs, as one on the network may, must not delay the other metrics. */
const maxDiskWaitMs = 1_000

export async function diskMetrics(folder: string): Promise<Family[]> {
  const waiting = new AbortController()
  const tooLate = pause(maxDiskWaitMs, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined)
  const disk = await Promise.race([statfs(folder).catch(() => undefined), tooLate])
  waiting.abort()
  const gauge = (name: string, help: string, blocks: number | undefined): Family => ({
    name,
    type: 'gauge',
    help,
    samples: disk && blocks !== undefined ? [{ value: blocks * disk.bsize }] : [],
  })
  return [
    gauge('taskdeck_disk_free_bytes', 'Space on the disk of DATA_DIR that Taskdeck can use.', disk?.bavail),
    gauge('taskdeck_disk_size_bytes', 'Size of the disk of DATA_DIR.', disk?.blocks),
  ]
}

/** Metrics that most programs have, under their usual names, and the version. */
export async function processMetrics({ version, commit, schema }: KnownBuild): Promise<Family[]> {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const one = (type: 'counter' | 'gauge', name: string, help: string, value: number | undefined): Family => ({
    name,
    type,
    help,
    samples: value === undefined ? [] : [{ value }],
  })
  return [
    {
      name: 'taskdeck_build_info',
      type: 'gauge',
      help: 'Always 1. The labels are the versions of Taskdeck and Node, the commit, and the newest migration.',
      samples: [{ labels: { version, commit: commit ?? '', schema, node: process.versions.node }, value: 1 }],
    },
    one('counter', 'process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
    one('gauge', 'process_start_time_seconds', 'When the process was started.', performance.timeOrigin / 1000),
    one('gauge', 'process_resident_memory_bytes', 'Memory of the process.', rss),
    one('gauge', 'process_open_fds', 'Open file descriptors.', await openDescriptors()),
    one('gauge', 'process_max_fds', 'Maximum number of open file descriptors.', await maxDescriptors()),
    one('gauge', 'nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
    one('gauge', 'nodejs_heap_size_total_bytes', 'JavaScript heap.', heapTotal),
    one('gauge', 'nodejs_external_memory_bytes', 'Memory of objects outside the heap, such as buffers.', external),
    one(
      'counter',
      'nodejs_event_loop_busy_seconds_total',
      'Time in which the event loop was busy: its rate is the utilization.',
      performance.eventLoopUtilization().active / 1000,
    ),
  ]
}

/** Both are known on Linux only. */
const openDescriptors = () =>
  readdir('/proc/self/fd').then(
    (names) => names.length,
    () => undefined,
  )

async function maxDescriptors(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, most] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return most === undefined ? undefined : Number(most)
}
