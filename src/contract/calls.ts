import { accountCalls } from './accounts.ts'
import type { Route } from './endpoint.ts'
import { fileCalls } from './files.ts'
import { healthCalls } from './health.ts'
import { taskCalls } from './tasks.ts'

/** Every endpoint there is. */
export const calls: Route[] = [healthCalls, accountCalls, taskCalls, fileCalls].flatMap((table) =>
  Object.values<Route>(table),
)
