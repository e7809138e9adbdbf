import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Forge } from '../src/contract/forges.ts'
import type { IssueSource, NewIssueSource } from '../src/contract/schemas/issue-sources.ts'
import type { ResolveHost } from '../src/server/outgoing/resolve.ts'
import type { Config } from '../src/server/settings/config.ts'
import { wireRules } from '../src/server/wiring.ts'
import { testApp } from './app.ts'
import type { Engine } from './database.ts'
import { startForge, type TestForge } from './forge-server.ts'
import type { Person } from './people.ts'

/** A repository at a forge that does not exist: tests ask no name server. */
export const issueSource = {
  forge: 'gitea',
  address: 'https://git.example/acme/app',
  token: 'secret-of-the-forge',
  choice: 'label',
  label: 'ops',
} satisfies NewIssueSource

/** The same, for the time of a test. */
export async function forgeOf(kind: Forge, perPage?: number): Promise<TestForge> {
  const forge = await startForge(kind, perPage)
  onTestFinished(forge.stop)
  return forge
}

/** An app whose clock only the test moves, with nodes that sync when the test says so. */
export async function issueApp(
  engine: Engine,
  start = Date.parse('2026-11-18T12:00:00Z'),
  config: Partial<Config> = {},
) {
  let now = start
  const clock = () => now
  const app = await testApp({ engine, config: { allowedHookHosts: ['127.0.0.1'], ...config }, dependencies: { clock } })
  const node = (resolve: ResolveHost = async () => []) => {
    const rules = wireRules({ ...app, clock, resolve, log: pino({ level: 'silent' }) })
    const { queue, issueSources } = rules
    onTestFinished(issueSources.following.stop)
    return {
      ...rules,
      /** Does everything that is due. */
      async sync() {
        await issueSources.following.check()
        await queue.runDue()
        await issueSources.following.settled()
      },
    }
  }
  return {
    ...app,
    node,
    ...node(),
    ...{ app: app.app, database: app.database, now: clock },
    moveClock(ms: number) {
      now += ms
    },
  }
}

/** Connects the repository acme/app of a forge, and returns what a test asks about it. */
export async function connectIssues(person: Person, forge: TestForge, input: Partial<NewIssueSource> = {}) {
  const address = `${forge.url}/acme/app`
  const body = { forge: forge.kind, address, token: 'reading', choice: 'assigned' as const, ...input }
  const answer = await person.post('/issue-sources', body)
  expect([answer.status, answer.body.message]).toEqual([201, 'acme/app connected.'])
  const path = `/issue-sources/${answer.body.source.id}`
  return {
    path,
    state: async (): Promise<IssueSource> =>
      (await person.get('/issue-sources')).body.sources.find(({ id }: { id: string }) => path.endsWith(id)),
  }
}

/** The tasks of a user as lines: number, status and title. */
export async function taskLines(person: Person): Promise<string[]> {
  const { tasks } = (await person.get('/tasks/getTasks')).body
  return tasks
    .toSorted((a: { number: number }, b: { number: number }) => a.number - b.number)
    .map(({ number, status, title }: Record<string, unknown>) => `#${number} ${status} ${title}`)
}
