import { afterEach, expect, test, vi } from 'vitest'
import { engines, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { ConfigError } from '../settings/config.ts'
import { audit } from './audit.ts'
import { type Command, runCommand } from './command.ts'
import { users } from './users.ts'

// A command makes the new files of its process private. This process runs other tests, too.
const usual = process.umask(0o077)
process.umask(usual)
afterEach(() => void process.umask(usual))

const hostile = 'a\u001b]52;c;c3RvbGVu\u0007b\u202ec\u0085d'

test('the output of a command cannot steer the terminal, whether it succeeds or fails', async () => {
  const written: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text) => void written.push(`${text}\n`))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const { exitCode } = process
  const failing = async ({ print }: { print: (text: string) => void }) => {
    print(`\n${hostile}`)
    throw new ConfigError(`The backup ${hostile} is damaged.`)
  }
  await runCommand('Nothing was restored.', failing, {}, [])
  process.exitCode = exitCode
  expect(written).toEqual([
    '\na ]52;c;c3RvbGVu b c d\n',
    'Nothing was restored. The backup a ]52;c;c3RvbGVu b c d is damaged.\n',
  ])
})

/** The output of a command as a program, and its exit code. */
async function run(command: Command, env: NodeJS.ProcessEnv, ...args: string[]) {
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text) => void output.push(`out: ${text}`))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => output.push(`error: ${text}`) > 0)
  const { exitCode } = process
  process.exitCode = 0
  await runCommand('Nothing was done.', command, env, args)
  const code = process.exitCode
  process.exitCode = exitCode
  vi.restoreAllMocks()
  return { code, text: output.join('\n') }
}

test('a command that is asked for help prints its usage; one with wrong arguments prints it as an error', async () => {
  for (const command of [users, audit]) {
    for (const flag of ['--help', '-h']) {
      const help = await run(command, {}, flag)
      expect([help.code, help.text]).toEqual([0, expect.stringMatching(/^out: Usage:\n {2}npm run \w+ -- /)])
    }
    const wrong = await run(command, {}, '--nonsense')
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringMatching(/^error: Nothing was done\.\n\nUsage:\n/)])
  }
})

test.for(engines)('%s: a mistake in a command for accounts or events is answered in one sentence', async (engine) => {
  const env = { DATABASE_URL: await migratedDatabase(engine), DATA_DIR: await freshFolder() }
  const unknown = 'No account has the email nobody@example.org.'
  const wrong: [Command, string[], string][] = [
    [users, ['disable', 'nobody@example.org'], unknown],
    [users, ['enable', 'nobody@example.org'], unknown],
    [users, ['delete', 'nobody@example.org'], unknown],
    [users, ['quota', 'nobody@example.org', '5'], unknown],
    [
      users,
      ['quota', 'nobody@example.org', '0'],
      '"0" is not a limit: give a number of megabytes from 1 to 100000000, or default.',
    ],
    [audit, ['--account', 'nobody@example.org'], unknown],
    [audit, ['--since', 'tomorrow'], '"tomorrow" is not a time: give a day such as 2026-11-01, or 24h, or 7d.'],
    [audit, ['--since', '2026-13-45'], '"2026-13-45" is not a time: give a day such as 2026-11-01, or 24h, or 7d.'],
  ]
  for (const [command, args, sentence] of wrong) {
    expect([args, await run(command, env, ...args)]).toEqual([
      args,
      { code: 1, text: `error: Nothing was done. ${sentence}\n` },
    ])
  }
  expect(await run(audit, { DATABASE_URL: 'mysql://x' })).toMatchObject({
    code: 1,
    text: expect.stringContaining('DATABASE_URL'),
  })
})
