import { pino } from 'pino'
import type { Config } from '../src/server/settings/config.ts'
import { wireRules } from '../src/server/wiring.ts'
import { testApp } from './app.ts'
import type { Engine } from './database.ts'
import type { Person } from './people.ts'

/** An app with a clock that only the test moves, and the node that makes its deliveries. */
export async function remindingApp(engine: Engine, start: string, config: Partial<Config> = {}) {
  let now = Date.parse(start)
  const clock = () => now
  const app = await testApp({ engine, config, dependencies: { clock } })
  const log = pino({ level: 'silent' })
  const wholeNode = () => wireRules({ ...app, clock, log })
  const { queue, notices } = wholeNode()
  return {
    ...app,
    queue,
    notices,
    /** Another node on the same database. */
    node: () => wholeNode().queue,
    wholeNode,
    now: clock,
    /** Moves the clock to a time, and does what is due then. */
    async reach(time: string | number) {
      now = typeof time === 'number' ? time : Date.parse(time)
      await queue.runDue()
    },
  }
}

/** The titles of the tasks of which a browser is reminded now. */
export const taken = async (person: Pick<Person, 'post'>): Promise<string[]> =>
  (await person.post('/reminders/take', {})).body.reminders.map(({ title }: { title: string }) => title).sort()
