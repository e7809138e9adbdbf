import { callsOf } from '../endpoint.ts'
import { oauthPaths } from '../oauth.ts'
import type { oauthSchemas } from '../schemas/oauth.ts'

/** The answers contain codes and tokens, which are stored nowhere: so they cannot be given again to a repeated call. */
const noKey = { takesKey: false } as const

/**
 * Signing in a program with the browser, step by step: the program reads the metadata, gets an id if it has none, and opens `authorize`. That
 * leads to the page `#/authorize` of the web app, which asks the user and sends the browser back with a code. The program exchanges the code for
 * a token, and later the refresh token for a new one.
 */
export const oauthCalls = callsOf<typeof oauthSchemas>()({
  server: { method: 'GET', path: oauthPaths.server, access: 'everyone' },
  resource: { method: 'GET', path: oauthPaths.resource, access: 'everyone' },
  agentResource: { method: 'GET', path: oauthPaths.agentResource, access: 'everyone' },
  register: { method: 'POST', path: oauthPaths.register, access: 'everyone', status: 201 },
  authorize: { method: 'GET', path: oauthPaths.authorize, access: 'everyone' },
  request: { method: 'GET', path: `${oauthPaths.authorize}/request`, access: 'session' },
  approve: { method: 'POST', path: `${oauthPaths.authorize}/approve`, access: 'session', ...noKey },
  refuse: { method: 'POST', path: `${oauthPaths.authorize}/refuse`, access: 'session', ...noKey },
  token: { method: 'POST', path: oauthPaths.token, access: 'everyone' },
})
