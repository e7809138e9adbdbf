import type { Logger } from 'pino'
import { profiles, timeZones } from '../accounts/accounts.ts'
import { attemptLimits } from '../accounts/attempts.ts'
import { deviceName } from '../accounts/device.ts'
import { type PasswordHasher, passwordHasher } from '../accounts/passwords.ts'
import { longAnswers } from '../answers/long-answers.ts'
import type { Database } from '../database/database.ts'
import { deliveryQueue } from '../deliveries/deliveries.ts'
import { outgoingCalls } from '../outgoing/outgoing.ts'
import type { ResolveHost } from '../outgoing/resolve.ts'
import { securityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { wireCopies } from './copies.ts'

export interface Dependencies {
  config: Config
  database: Database
  log: Logger
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
  passwords?: PasswordHasher
  /** Finds the addresses of hosts that users name. */
  resolve?: ResolveHost
  /** Records traces. */
  tracing?: Tracing
}

/** The first level, on which all others stand: tools for every noun. */
export function wireGround(dependencies: Dependencies) {
  const { config, database, log, resolve, tracing } = dependencies
  const clock = dependencies.clock ?? Date.now
  const app = `${config.publicUrl}${config.basePath}`
  return {
    ...{ config, database, log, clock, tracing },
    monotonic: dependencies.monotonic ?? (() => performance.now()),
    passwords: dependencies.passwords ?? passwordHasher(),
    longAnswer: longAnswers({ maxRunning: 3, maxWaiting: 20 }),
    queue: deliveryQueue({ database, clock, log }),
    outgoing: outgoingCalls({ allowed: config.allowedHookHosts, ...(resolve ? { resolve } : {}) }),
    ...wireCopies({ config, database, log, clock }),
    attempts: attemptLimits({ database, clock }),
    events: securityEvents({ database, clock, log, deviceName }),
    profileOf: profiles(database),
    zoneOfUser: timeZones(database),
    /** The address of the web app, and its host. */
    place: { app, host: new URL(config.publicUrl).host },
  }
}

export type Ground = ReturnType<typeof wireGround>
