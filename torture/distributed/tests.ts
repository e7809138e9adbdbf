import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { workersOf } from '../../test/coordinator.ts'

const chosen = [
  'src/server/distributed.test.ts',
  'src/server/matrix.test.ts',
  'src/server/access.test.ts',
  'src/server/accounts/removal.test.ts',
  'src/server/accounts/sessions.test.ts',
  'src/server/tokens',
  'src/server/history',
  'src/server/tasks',
  'src/server/trash',
  'src/server/notes',
  'src/server/files',
  'src/server/views',
  'src/server/labels',
  'src/server/calendars',
  'src/server/shares',
  'src/server/git',
  'src/server/webhooks',
  'src/server/receipts',
  'src/server/imports',
  'src/server/archives',
  'src/server/caldav',
  'src/server/reminders',
  'src/server/deliveries',
  'src/server/live',
]

/** Runs the tests of the server on a coordinator of Citus with its workers; those that drive every part of the API if no files are named. */
export async function runTests(url: string, files: string[]): Promise<number> {
  const workers = await workersOf(url)
  console.log(`Workers: ${workers.map(({ host, port }) => `${host}:${port}`).join(', ')}`)
  const run = spawn('vitest', ['run', '--project', 'server', '-t', '^postgres: ', ...(files.length ? files : chosen)], {
    env: { ...process.env, TEST_ENGINE: 'postgres', TEST_COORDINATOR: url },
    stdio: 'inherit',
  })
  const [code] = await once(run, 'exit')
  return code ?? 1
}
