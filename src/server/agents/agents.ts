import { agentDays, maxAgentChanges } from '../../contract/agents.ts'
import { AppError } from '../../contract/errors.ts'
import type { AgentRow, AgentWork } from '../../contract/schemas/agents.ts'
import type { HistoryRules } from '../history/history.ts'
import type { TokenRules } from '../tokens/tokens.ts'

interface Dependencies {
  history: Pick<HistoryRules, 'workOfTokens' | 'changesBy'>
  tokens: Pick<TokenRules, 'withFailures'>
  clock: () => number
}

const dayMs = 86_400_000

/** A task that was set to Completed, in the values of its event. */
const completed = { kind: 'updated', text: '"status":"Completed"' } as const

/** The agents and programs of an owner, and their work. */
export function agentRules({ history, tokens, clock }: Dependencies) {
  return {
    /** The tokens that have worked in the last days, and their changes since a given time. Fails with `invalid_input` if it does not exist. */
    async list(owner: string, since?: string): Promise<AgentWork> {
      const from = since === undefined ? clock() - dayMs : Date.parse(since)
      if (Number.isNaN(from)) throw new AppError('invalid_input', `${since} is not a moment that exists.`)
      const begin = new Date(from).toISOString()
      const workedSince = new Date(clock() - agentDays * dayMs).toISOString()
      const [{ lines, vias }, known] = await Promise.all([
        history.workOfTokens(owner, { ...completed, workedSince, since: begin > workedSince ? begin : workedSince }),
        tokens.withFailures(owner),
      ])
      const byName = new Map(known.map((token) => [token.name, token]))
      const workers = lines.map(({ name, last, subjects }) => {
        const token = byName.get(name)
        byName.delete(name)
        return { name, state: stateOf(token, clock()), last, completed: subjects, error: token?.failure ?? null }
      })
      // A token whose calls all fail has changed nothing, and needs its owner most.
      const failing = [...byName.values()].flatMap((token) =>
        token.failure && token.failure.at >= workedSince
          ? [{ name: token.name, state: stateOf(token, clock()), last: null, completed: [], error: token.failure }]
          : [],
      )
      return {
        hasTokens: known.length > 0,
        agents: [...workers, ...failing],
        changes: await history.changesBy(owner, vias, maxAgentChanges, begin),
      }
    },
  }
}

export type AgentRules = ReturnType<typeof agentRules>

function stateOf(token: { expiresAt: string | null } | undefined, now: number): AgentRow['state'] {
  if (!token) return 'revoked'
  return token.expiresAt !== null && Date.parse(token.expiresAt) <= now ? 'expired' : 'valid'
}
