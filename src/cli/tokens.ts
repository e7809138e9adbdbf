import { tokenCalls } from '../contract/calls/tokens.ts'
import { callOnce, openClient, type Patience, userAgent, withRetries } from './client.ts'
import type { Server } from './config.ts'
import type { ChosenServer } from './server-choice.ts'

/** The user of a token, and what it may do. Throws a CliError. */
export const whoIs = (server: ChosenServer, patience: Patience) =>
  openClient(server, patience).call(tokenCalls.whoami, {})

/** Ends a token, so that nobody can use it any more. Succeeds if it has ended before. Throws a CliError. */
export const revokeToken = ({ url, token }: Server, patience: Patience) =>
  withRetries(
    (timeoutMs) =>
      callOnce(
        tokenCalls.revokeOwn,
        { body: { token } },
        { origin: url, headers: { 'user-agent': userAgent }, timeoutMs },
      ),
    url,
    patience,
  )
