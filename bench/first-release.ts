import { compare, details } from './compare.ts'
import { installFormer } from './former-app.ts'
import { frequentRequests, type RequestName, requestNames } from './frequent-requests.ts'
import type { Result } from './result.ts'
import { taskdeck, withoutCache } from './servers.ts'

const minShare = 1

/** The processor time of the first release per request, as a share of today's in the same minute. */
export async function firstRelease(seconds: number, rounds: number): Promise<Result[]> {
  const installed = await installFormer('first release', { needsWebApp: false })
  const ours = [await taskdeck(), await taskdeck({ settings: withoutCache })] as const
  const theirs = [await installed.start(), await installed.start(withoutCache)] as const
  try {
    const [now, then] = [await frequentRequests(...ours), await frequentRequests(...theirs)]
    const results: Result[] = []
    for (const [key, name] of Object.entries(requestNames)) {
      const comparison = await compare(now[key as RequestName], then[key as RequestName], seconds, rounds)
      results.push({
        row: `${name}, compared with the first release`,
        figure: `${comparison.share.toFixed(2)} of the first release`,
        promised: `≥ ${minShare}`,
        kept: comparison.share >= minShare,
        detail: details(comparison, 'first release'),
      })
    }
    return results
  } finally {
    await Promise.all([...ours, ...theirs].map((server) => server.stop()))
    await installed.remove()
  }
}
