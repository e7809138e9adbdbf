import { deliveryQueue } from '../deliveries/deliveries.ts'
import { type Command, runCommand, withDatabase } from './command.ts'

const maxListed = 50
const minuteOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')
const meanings = {
  waiting: 'wait for their time',
  ready: 'wait for a browser of their user',
  sent: 'sent in the last 24 hours',
  failed: 'given up in the last 30 days',
} as const

/** `npm run deliveries`: how many deliveries wait, were sent or were given up, and why. */
export const deliveries: Command = async ({ env, print }) =>
  withDatabase(env, async ({ database }) => {
    const { counts, failed } = deliveryQueue({ database, clock: Date.now, log: { warn() {} } })
    const all = await counts()
    if (!all.length) print('There are no deliveries.')
    for (const { kind, state, count } of all)
      print(`${kind.padEnd(14)} ${String(count).padStart(7)}  ${meanings[state]}`)
    const given = await failed(maxListed)
    if (given.length) print('\nGiven up, latest first:')
    for (const { kind, due_at, user_id, subject, attempts, last_error } of given) {
      print(`${minuteOf(due_at)} UTC  ${kind}  user ${user_id}  ${subject}  ${attempts} attempts: ${last_error ?? ''}`)
    }
  })

if (import.meta.main) await runCommand('The deliveries could not be listed.', deliveries, process.env)
