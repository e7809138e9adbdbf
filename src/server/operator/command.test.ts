import { expect, test, vi } from 'vitest'
import { ConfigError } from '../settings/config.ts'
import { runCommand } from './command.ts'

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
