import { isHeld, quietAfterMinutes } from '../../../contract/claims.ts'
import { plainName } from '../../../contract/plain-names.ts'
import { isTaskProved, proofKinds, type ReceiptKind, receiptKinds } from '../../../contract/receipts.ts'
import type { AgentRow } from '../../../contract/schemas/agents.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { tokenOfVia } from '../../../contract/via.ts'
import { durationInWords } from '../../../contract/words/claim-words.ts'

/** The states of an agent, in the order of the screen. */
export type AgentState = 'asks' | 'quiet' | 'working' | 'idle' | 'ended'

const order: Record<AgentState, number> = { asks: 0, quiet: 1, working: 2, idle: 3, ended: 4 }

/** After so long without a sign, an agent that holds a task is quiet. */
const quietMs = quietAfterMinutes * 60_000

interface Asked {
  via: string
  taskId: string
}

/** A token with everything that the screen shows of it. */
export interface ShownAgent<Question extends Asked> {
  name: string
  state: AgentState
  /** The state in words. */
  words: string
  holds: Task[]
  questions: Question[]
  last: AgentRow['last']
  error: AgentRow['error']
  /** The completed tasks, and the proof of those that have it: how many have each kind, the best one first. */
  completed: { count: number; proved: number; kinds: { kind: ReceiptKind; count: number }[] }
}

interface Known<Question> {
  agents: readonly AgentRow[]
  tasks: readonly Task[]
  questions: readonly Question[]
  now: string
}

/** The rows of the screen: the tokens as the server knows them, with the claims and questions that the browser has. */
export function agentRows<Question extends Asked>({ agents, tasks, questions, now }: Known<Question>) {
  const held = Map.groupBy(tasks.filter(isHeldByToken(now)), ({ claim }) => nameOf(claim?.by ?? ''))
  const asked = Map.groupBy(questions, ({ via }) => nameOf(via))
  const known = new Map(agents.map((agent) => [agent.name, agent]))
  const byId = new Map(tasks.map((task) => [task._id, task]))
  const names = new Set([...known.keys(), ...held.keys(), ...asked.keys()])
  const rows = [...names].map((name): ShownAgent<Question> => {
    const agent = known.get(name)
    const [holds, open] = [held.get(name) ?? [], asked.get(name) ?? []]
    const completed = (agent?.completed ?? []).flatMap((id) => byId.get(id) ?? []).filter(isCompleted)
    return {
      name,
      ...stateIn(agent, holds, open.length, now),
      holds: holds.toSorted((a, b) => (a.claim?.at ?? '').localeCompare(b.claim?.at ?? '')),
      questions: open,
      last: agent?.last ?? null,
      error: agent?.error ?? null,
      completed: completedTasks(completed),
    }
  })
  return rows.sort((a, b) => order[a.state] - order[b.state] || (b.last?.at ?? '').localeCompare(a.last?.at ?? ''))
}

function completedTasks(tasks: Task[]): ShownAgent<Asked>['completed'] {
  const proved = tasks.filter(isTaskProved)
  const found = proved.flatMap(proofKinds)
  const kinds = receiptKinds.toReversed().map((kind) => ({ kind, count: found.filter((one) => one === kind).length }))
  return { count: tasks.length, proved: proved.length, kinds: kinds.filter(({ count }) => count > 0) }
}

const nameOf = (via: string) => plainName(tokenOfVia(via) ?? '')
const isCompleted = ({ status }: Task) => status === 'Completed'

/** Whether a token holds a task at a moment. */
export const isHeldByToken =
  (now: string) =>
  ({ claim, status }: Pick<Task, 'claim' | 'status'>): boolean =>
    Boolean(claim && status !== 'Completed' && isHeld(claim, now) && tokenOfVia(claim.by) !== undefined)

function stateIn(agent: AgentRow | undefined, holds: Task[], questionCount: number, now: string) {
  if (questionCount) return { state: 'asks', words: 'asks you' } as const
  if (agent && agent.state !== 'valid') return { state: 'ended', words: `token ${agent.state}` } as const
  if (!holds.length) return { state: 'idle', words: 'idle' } as const
  // Each write of the holder renews the claim, so its end tells when the last one was.
  const written = holds.map(({ claim }) => (claim ? Date.parse(claim.until) - claim.minutes * 60_000 : 0))
  const silentMs = Date.parse(now) - Math.max(Date.parse(agent?.last?.at ?? '') || 0, ...written)
  return silentMs > quietMs
    ? ({ state: 'quiet', words: `quiet for ${durationInWords(silentMs)}` } as const)
    : ({ state: 'working', words: 'working' } as const)
}
