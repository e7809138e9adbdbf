import type { Family } from '../metrics/exposition.ts'
import type { Copier } from './copier.ts'

/** How far the continuous copies are. Without them, there is nothing to tell. */
export function copyMetrics(copier: Pick<Copier, 'coveredAt'> | undefined, everyMs: number): Family[] {
  const gauge = (name: string, help: string, value: number): Family => ({
    ...{ name, help, type: 'gauge' },
    samples: copier ? [{ value }] : [],
  })
  return [
    gauge(
      'taskdeck_copy_covered_timestamp_seconds',
      'Everything that was committed before this time is in COPY_TO; 0 if nothing is.',
      (copier?.coveredAt() ?? 0) / 1000,
    ),
    gauge('taskdeck_copy_interval_seconds', 'The time between two parts of the copies.', everyMs / 1000),
  ]
}
