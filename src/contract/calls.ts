import type { Route } from './endpoint.ts'
import { healthCalls } from './health.ts'

/** Every endpoint there is. */
export const calls: Route[] = [healthCalls].flatMap((table) => Object.values(table))
