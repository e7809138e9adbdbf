import { accountCalls } from './accounts.ts'
import type { Route } from './endpoint.ts'
import { healthCalls } from './health.ts'

/** Every endpoint there is. */
export const calls: Route[] = [healthCalls, accountCalls].flatMap((table) => Object.values<Route>(table))
