import { hash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Binding } from '../server-choice.ts'

/** The folder of receipts that wait for a server. Two names stand for two accounts at one address. */
export function waitingFolder(env: Record<string, string | undefined>, { url, name }: Binding): string {
  const home = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(env.HOME || homedir(), '.local', 'state')
  return join(home, 'taskdeck', 'receipts', hash('sha256', `${url} ${name ?? ''}`, 'hex').slice(0, 16))
}
