import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { workersOf } from './coordinator.ts'

// npm run distributed -- --url postgres://USER@COORDINATOR:5432/DATABASE [FILE…]
// Runs the tests of the server on a coordinator of Citus that is already there, with its workers. Each test gets a database of its own on all of them,
// so the role must be allowed to create databases and the extension. Without files, runs those that drive every part of the API.
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

const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true })
if (!values.url) {
  console.error('Name the coordinator: npm run distributed -- --url postgres://USER@HOST:5432/DATABASE')
  process.exit(1)
}
const workers = await workersOf(values.url)
console.log(`Workers: ${workers.map(({ host, port }) => `${host}:${port}`).join(', ')}`)
const files = positionals.length ? positionals : chosen
const run = spawn('vitest', ['run', '--project', 'server', '-t', '^postgres: ', ...files], {
  env: { ...process.env, TEST_ENGINE: 'postgres', TEST_COORDINATOR: values.url },
  stdio: 'inherit',
})
run.on('exit', (code) => {
  process.exitCode = code ?? 1
})
