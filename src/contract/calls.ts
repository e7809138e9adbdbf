import { accountCalls } from './accounts.ts'
import type { Route } from './endpoint.ts'
import { fileCalls } from './files.ts'
import { healthCalls } from './health.ts'
import { historyCalls } from './history.ts'
import { liveCalls } from './live.ts'
import { taskCalls } from './tasks.ts'
import { trashCalls } from './trash.ts'

/** Every endpoint there is. */
export const calls: Route[] = [
  healthCalls,
  accountCalls,
  taskCalls,
  fileCalls,
  historyCalls,
  trashCalls,
  liveCalls,
].flatMap((table) => Object.values<Route>(table))
