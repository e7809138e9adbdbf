import { type Figures, load, median, type Request } from './load.ts'
import { timeOf } from './processor.ts'

/** A server with the request that is repeated. */
export interface Subject {
  origin: string
  pid: number
  request: Request
}

interface Turn extends Figures {
  /** Processor time of the server per request, in microseconds. */
  cost: number
}

export interface Comparison {
  /** The cost of the second server divided by that of the first: the median of all rounds. */
  share: number
  /** The shares of the rounds, in ascending order. */
  shares: number[]
  ours: Figures & { spread: number; cost: number }
  theirs: Figures & { spread: number; cost: number }
}

/**
 * Compares the processor time of two servers per request, which depends less on the other programs of the machine than the requests per
 * second do. Both take turns, and each round is compared on its own, because noise that lasts for a while affects both of its turns.
 */
export async function compare(ours: Subject, theirs: Subject, seconds: number, rounds: number): Promise<Comparison> {
  const [mine, other]: [Turn[], Turn[]] = [[], []]
  await load(ours.origin, ours.request, 1)
  await load(theirs.origin, theirs.request, 1)
  for (let round = 0; round < rounds; round++) {
    other.push(await turnOf(theirs, seconds))
    mine.push(await turnOf(ours, seconds))
  }
  const shares = mine.map(({ cost }, round) => (other[round]?.cost ?? 0) / cost).sort((a, b) => a - b)
  return { share: middle(shares), shares, ours: summary(mine), theirs: summary(other) }
}

export async function turnOf({ origin, pid, request }: Subject, seconds: number): Promise<Turn> {
  const before = await timeOf(pid)
  const figures = await load(origin, request, seconds)
  return { ...figures, cost: (((await timeOf(pid)) - before) / figures.requests) * 1e6 }
}

export const middle = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0

function summary(turns: Turn[]) {
  return { ...median(turns), cost: middle(turns.map(({ cost }) => cost).sort((a, b) => a - b)) }
}

/** Both servers of a comparison, for the details of a row. */
export function details({ ours, theirs, shares }: Comparison, theirName: string): string {
  const range = `rounds ${shares[0]?.toFixed(2)} to ${shares.at(-1)?.toFixed(2)}`
  return `${ours.cost.toFixed(0)} µs (${Math.round(ours.perSecond)}/s, p50 ${ours.p50} ms, p99 ${ours.p99} ms), ${theirName} ${theirs.cost.toFixed(0)} µs (${Math.round(theirs.perSecond)}/s); ${range}`
}
