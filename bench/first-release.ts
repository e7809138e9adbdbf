import { type Comparison, compare, details, middle, type Subject, turnOf } from './compare.ts'
import { installFormer } from './former-app.ts'
import { frequentRequests, type RequestName, requestNames } from './frequent-requests.ts'
import type { Result } from './result.ts'
import { bareServer, copiedTo, taskdeck, withoutCache } from './servers.ts'

const minShare = 1

/**
 * The processor time of the first release per request, as a share of today's in the same minute. A task has more fields than in the
 * first release, so the same list has more bytes: each version's list counts as a share of a bare server that sends the same bytes.
 */
export async function firstRelease(seconds: number, rounds: number): Promise<Result[]> {
  const installed = await installFormer('first release', { needsWebApp: false })
  const ours = [await taskdeck(), await taskdeck({ settings: withoutCache })] as const
  const theirs = [await installed.start(), await installed.start(withoutCache)] as const
  const bare = [await bareServer(), await bareServer()] as const
  try {
    const [now, then] = [await frequentRequests(...ours), await frequentRequests(...theirs)]
    const bytes: Pair = [await copiedTo(bare[0], now.cached), await copiedTo(bare[1], then.cached)]
    const results: Result[] = []
    for (const [key, name] of Object.entries(requestNames)) {
      const pair: Pair = [now[key as RequestName], then[key as RequestName]]
      const isList = key === 'list' || key === 'cached'
      const { share, detail } = isList
        ? await comparedWithBare(pair, bytes, seconds, rounds)
        : compared(await compare(...pair, seconds, rounds))
      results.push({
        row: `${name}, compared with the first release`,
        figure: `${share.toFixed(2)} of the first release`,
        promised: `≥ ${minShare}`,
        kept: share >= minShare,
        detail,
      })
    }
    return results
  } finally {
    await Promise.all([...ours, ...theirs, ...bare].map((server) => server.stop()))
    await installed.remove()
  }
}

/** This version and the first release. */
type Pair = [Subject, Subject]

const compared = (comparison: Comparison) => ({
  share: comparison.share,
  detail: details(comparison, 'first release'),
})

async function comparedWithBare(lists: Pair, bytes: Pair, seconds: number, rounds: number) {
  for (const subject of [...lists, ...bytes]) await turnOf(subject, 1)
  const shares: [number, number][] = []
  for (let round = 0; round < rounds; round++) {
    const shareOf = async (which: 0 | 1) =>
      (await turnOf(bytes[which], seconds)).cost / (await turnOf(lists[which], seconds)).cost
    shares.push([await shareOf(0), await shareOf(1)])
  }
  const median = (numbers: number[]) => middle(numbers.toSorted((a, b) => a - b))
  const ratios = shares.map(([now, then]) => now / then).sort((a, b) => a - b)
  const [now, then] = [median(shares.map(([now]) => now)), median(shares.map(([, then]) => then))]
  return {
    share: median(ratios),
    detail: `${now.toFixed(2)} of bare, first release ${then.toFixed(2)} of bare; rounds ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  }
}
