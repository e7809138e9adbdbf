import type { MaybePromise } from '../work/maybe-promise.ts'
import { expositionText, type Family } from './exposition.ts'

type Source = () => MaybePromise<Family[]>

/** Collects metrics from their sources when they are asked for. Until then, the sources only count. */
export function metricRegistry() {
  const sources: Source[] = []
  return {
    add: (...more: Source[]) => void sources.push(...more),
    text: async (): Promise<string> => expositionText((await Promise.all(sources.map((source) => source()))).flat()),
  }
}

export type MetricRegistry = ReturnType<typeof metricRegistry>
