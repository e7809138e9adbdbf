import { accountCalls } from '../src/contract/calls/accounts.ts'
import { compare, details, type Subject } from './compare.ts'
import type { Result } from './result.ts'
import { signedUp, type Taskdeck, taskdeck } from './servers.ts'

const promise = 0.95

/** The cheapest request with metrics, compared with the processor time without them. */
export async function metrics(seconds: number, rounds: number): Promise<Result> {
  const servers = await Promise.all([taskdeck(), taskdeck({ settings: { METRICS_PORT: '0' } })])
  try {
    const [plain, measured] = await Promise.all(servers.map(verifying))
    if (!plain || !measured) throw new Error('no servers')
    // Short turns, as for tokens: the two differ by less than the machine varies.
    const comparison = await compare(measured, plain, 1, rounds * seconds)
    return {
      row: 'verify with metrics',
      figure: `${comparison.share.toFixed(2)} of the same without`,
      promised: `≥ ${promise}`,
      kept: comparison.share >= promise,
      detail: details(comparison, 'without'),
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function verifying(server: Taskdeck): Promise<Subject> {
  const { cookie } = await signedUp(server.origin)
  return { ...server, request: { path: accountCalls.verify.path, headers: { cookie } } }
}
