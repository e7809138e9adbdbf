import type { Kysely } from 'kysely'
import { lockAccount } from '../accounts/accounts.ts'
import { codeAttempts } from '../accounts/code-attempts.ts'
import { credentialRules } from '../accounts/credentials.ts'
import { entryRules } from '../accounts/entry.ts'
import { passkeySignIn } from '../accounts/passkey-sign-in.ts'
import { proofRules } from '../accounts/proofs.ts'
import { providerAccounts } from '../accounts/provider-accounts.ts'
import { sessionRules } from '../accounts/sessions.ts'
import { signInRules } from '../accounts/sign-in.ts'
import { signInProviders } from '../accounts/sign-in-providers.ts'
import { signUpRules } from '../accounts/sign-ups.ts'
import { keepWayIn } from '../accounts/ways-in.ts'
import { agentRules } from '../agents/agents.ts'
import type { Caller, Client } from '../callers/caller.ts'
import { claimRules } from '../claims/claims.ts'
import type { Schema } from '../database/schema.ts'
import { passkeyRules } from '../passkeys/passkeys.ts'
import { secondFactorRules } from '../second-factor/second-factor.ts'
import { deviceRules } from '../tokens/devices.ts'
import { type TokenRules, tokenRules } from '../tokens/tokens.ts'
import type { WithTasks } from './tasks.ts'

/** The fourth level: the callers, which are people with sessions and programs with tokens, and their claims of tasks. */
export function wireCallers(below: WithTasks) {
  const { events, questions, taskWrites } = below
  const sessions = sessionRules(below)
  // Nothing waits for it: the answer must take as long for an email without an account.
  const onWrongPassword = (client: Client, user?: string) => void events.record('wrong password', client, user)
  const proofs = proofRules({ ...below, onWrongPassword })
  const { holdProved } = proofs
  /** Links that outlast the session of a person need a recent confirmation. Making a token needed one. */
  const holdAccess = (tx: Kysely<Schema>, caller: Caller) =>
    caller.via === 'session' ? holdProved(tx, caller) : tokens.hold(tx, caller)
  const tokens: TokenRules = tokenRules({ ...below, closeQuestions: questions.closeOrphans, holdProved, lockAccount })
  const { closeOrphans } = tokens
  const claims = claimRules({ ...below, writes: taskWrites, tokens })
  const agents = agentRules({ ...below, tokens })
  const devices = deviceRules({ ...below, holdProved, lockAccount })
  const secondFactor = secondFactorRules({ ...below, holdProved })
  const onWrongCode = (client: Client, user: string) => events.record('wrong code', client, user)
  const attemptCode = codeAttempts({ ...below, onWrongCode })
  const entry = entryRules({ ...below, sessions, secondFactor, attemptCode })
  const passkeys = passkeyRules({
    ...{ ...below, holdProved },
    keepWayIn: (tx, owner) => keepWayIn(tx, owner, below.config),
  })
  const signIn = signInRules({ ...below, proofs, entry })
  const signUps = signUpRules({ ...below, entry })
  const providers = signInProviders(below)
  const accountsAtProviders = providerAccounts({ ...below, signUps, proofs, entry, secondFactor })
  const credentials = credentialRules({ ...below, proofs, entry, closeOrphans, attemptCode, secondFactor })
  const nouns = {
    sessions,
    proofs,
    holdProved,
    holdAccess,
    tokens,
    closeOrphans,
    claims,
    agents,
    devices,
    secondFactor,
  }
  const withPasskeys = passkeySignIn({ ...below, passkeys, entry, proofs })
  return {
    ...below,
    ...nouns,
    entry,
    signIn,
    signUps,
    passkeys,
    passkeySignIn: withPasskeys,
    credentials,
    providers,
    providerAccounts: accountsAtProviders,
  }
}

export type WithCallers = ReturnType<typeof wireCallers>
