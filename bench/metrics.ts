import { accountCalls } from '../src/contract/calls/accounts.ts'
import { type Figures, load, median } from './load.ts'
import type { Result } from './result.ts'
import { signedUp, taskdeck } from './servers.ts'

const promise = 0.95

/** The cheapest request with metrics, as a share of the requests per second without them. */
export async function metrics(seconds: number, rounds: number): Promise<Result> {
  const servers = await Promise.all([taskdeck(), taskdeck({ settings: { METRICS_PORT: '0' } })])
  try {
    const [plain, measured] = await Promise.all(servers.map(({ origin }) => verifying(origin)))
    if (!plain || !measured) throw new Error('no servers')
    const without: Figures[] = []
    const having: Figures[] = []
    await plain()
    await measured()
    // Short turns, as for tokens: the two differ by less than the machine varies.
    for (let turn = 0; turn < rounds * seconds; turn++) {
      without.push(await plain())
      having.push(await measured())
    }
    const shares = having
      .map(({ perSecond }, turn) => perSecond / (without[turn]?.perSecond ?? 0))
      .sort((a, b) => a - b)
    const share = shares[Math.floor(shares.length / 2)] ?? 0
    const [figures, yardstick] = [median(having), median(without)]
    return {
      row: 'verify with metrics',
      figure: `${share.toFixed(2)} of the same without`,
      promised: `≥ ${promise}`,
      kept: share >= promise,
      detail: `${Math.round(figures.perSecond)}/s (p50 ${figures.p50} ms, p99 ${figures.p99} ms), without ${Math.round(yardstick.perSecond)}/s; turns ${shares[0]?.toFixed(2)} to ${shares.at(-1)?.toFixed(2)}`,
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function verifying(origin: string) {
  const { cookie } = await signedUp(origin)
  return () => load(origin, { path: accountCalls.verify.path, headers: { cookie } }, 1)
}
