import { ConfigError, loadConfig } from '../settings/config.ts'
import { type Command, runCommand } from './command.ts'

const maxWaitMs = 4_000
/** Addresses that mean every network interface. */
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Asks the server with the same settings on this machine whether it is ready. For containers, which often have no other program. */
export const healthCheck: Command = async ({ env, print }) => {
  const { host, port } = loadConfig(env)
  const url = new URL(`http://${everywhere[host] ?? host}:${port}/health/ready`)
  const response = await fetch(url, { signal: AbortSignal.timeout(maxWaitMs) }).catch((error: Error) => {
    throw new ConfigError(`${url} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}.`)
  })
  if (!response.ok) throw new ConfigError(`${url} answers ${response.status}: ${await response.text()}`)
  const { write } = (await response.json()) as { write?: boolean }
  print(write === false ? 'Taskdeck can only read: its database accepts no changes.' : 'Taskdeck is ready.')
}

if (import.meta.main) await runCommand('Taskdeck is not ready.', healthCheck, process.env)
