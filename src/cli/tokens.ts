import { tokenCalls } from '../contract/tokens.ts'
import { callOnce, openClient, userAgent, withRetries } from './client.ts'
import type { Server } from './config.ts'
import type { ChosenServer } from './server-choice.ts'

/** The user of a token, and what it may do. Throws a CliError. */
export const whoIs = (server: ChosenServer) => openClient(server).call(tokenCalls.whoami, {})

/** Ends a token, so that nobody can use it any more. Succeeds if it has ended before. Throws a CliError. */
export const revokeToken = ({ url, token }: Server) =>
  withRetries(
    () => callOnce(tokenCalls.revokeOwn, { body: { token } }, { origin: url, headers: { 'user-agent': userAgent } }),
    url,
  )
