import { type Static, Type } from 'typebox'
import { oauthLimits } from '../oauth.ts'
import { deviceScopes } from '../tokens.ts'
import { oneOf, stringOrNull } from './shapes.ts'

const scope = oneOf(...deviceScopes)
const texts = Type.Array(Type.String())
/** OAuth clients may send parameters that we do not know (RFC 6749, section 3.1 and 3.2). */
const tolerant = { additionalProperties: true }
const value = (description: string) => Type.Optional(Type.String({ maxLength: oauthLimits.value, description }))

/** The parameters of an authorization request, as the client has sent them. */
const request = {
  response_type: value('code'),
  client_id: value('From the registration, or the https address of a metadata document.'),
  redirect_uri: value('One that the client has registered. On this machine, its port does not matter.'),
  scope: value('read, write, or both separated by a space; both if absent.'),
  state: value('Returned unchanged.'),
  code_challenge: value('Required (RFC 7636).'),
  code_challenge_method: value('S256'),
  resource: value('This server, or its address for agents (RFC 8707).'),
}

const resource = {
  summary: 'Say which authorization server gives tokens for this server (RFC 9728)',
  result: Type.Object({
    resource: Type.String(),
    authorization_servers: texts,
    scopes_supported: texts,
    bearer_methods_supported: texts,
    resource_name: Type.String(),
    resource_documentation: Type.String(),
  }),
}

export const oauthSchemas = {
  server: {
    summary: 'Say how programs sign in with the browser (RFC 8414)',
    result: Type.Object({
      issuer: Type.String(),
      authorization_endpoint: Type.String(),
      token_endpoint: Type.String(),
      registration_endpoint: Type.String(),
      revocation_endpoint: Type.String(),
      device_authorization_endpoint: Type.String(),
      scopes_supported: texts,
      response_types_supported: texts,
      response_modes_supported: texts,
      grant_types_supported: texts,
      code_challenge_methods_supported: texts,
      token_endpoint_auth_methods_supported: texts,
      revocation_endpoint_auth_methods_supported: texts,
      authorization_response_iss_parameter_supported: Type.Boolean(),
      client_id_metadata_document_supported: Type.Boolean(),
      service_documentation: Type.String(),
    }),
  },
  resource,
  agentResource: { ...resource, summary: 'The same for the address of agents, as RFC 9728 builds it' },
  register: {
    summary:
      'Get an id for a program (RFC 7591). Nothing is stored: the id contains the name and the redirect addresses. There are no secrets of clients. Other fields are ignored.',
    body: Type.Object(
      {
        redirect_uris: Type.Optional(
          Type.Unknown({ description: 'Where the browser returns: https, this machine, or an app.' }),
        ),
        client_name: Type.Optional(Type.Unknown({ description: 'Shown to the user, who decides.' })),
      },
      tolerant,
    ),
    result: Type.Object({
      client_id: Type.String(),
      client_id_issued_at: Type.Integer(),
      client_name: Type.String(),
      redirect_uris: texts,
      grant_types: texts,
      response_types: texts,
      token_endpoint_auth_method: Type.String(),
    }),
  },
  authorize: {
    summary:
      'Open in a browser to sign in a program (RFC 6749, authorization request with PKCE). Leads to a page that asks the user; does nothing by itself.',
    answer: { status: 303, text: 'Leads to the page that asks the user' },
  },
  request: {
    summary: 'Get the program that asks with these parameters, to decide about it',
    query: Type.Object(request, tolerant),
    result: Type.Object({
      /** The program, as it names itself. */
      name: Type.String(),
      /** The host whose document describes the program. Null if nothing but the program itself says what it is. */
      site: stringOrNull,
      /** Where the browser returns to: a host, or the scheme of an app. */
      returnsTo: Type.String(),
      returnKind: oneOf('site', 'machine', 'app'),
      scope,
      /** Why the request cannot be approved. Null if it can. */
      problem: stringOrNull,
      /** The address that tells the program that it was refused, or why it cannot be approved. */
      refusal: Type.String(),
    }),
  },
  approve: {
    summary:
      'Sign in the program that asks with these parameters. Requires that you have confirmed your identity within 10 minutes. The answer names the address to which the browser must go, with a code that works once and for a minute.',
    body: Type.Object({ ...request, granted: scope }, tolerant),
    result: Type.Object({ redirect: Type.String(), message: Type.String() }),
  },
  refuse: {
    summary: 'Refuse the program that asks with these parameters. The answer names the address that tells the program.',
    body: Type.Object(request, tolerant),
    result: Type.Object({ redirect: Type.String(), message: Type.String() }),
  },
  token: {
    summary:
      'Exchange a code or a refresh token for a token, which works for an hour (RFC 6749, access token request), or ask whether a device was approved (RFC 8628). A refresh token works once. A code or refresh token that is used again revokes the token. Fails with 400 and the field error. Also accepts a form.',
    body: Type.Object(
      {
        grant_type: value('authorization_code, refresh_token, or the one of RFC 8628.'),
        client_id: value('The id with which the code was requested.'),
        code: value('For authorization_code.'),
        code_verifier: value('For authorization_code.'),
        redirect_uri: value('For authorization_code: the same as in the request, if it is given.'),
        refresh_token: value('For refresh_token.'),
        device_code: value('For the grant of RFC 8628.'),
        scope: value('For refresh_token: nothing that was not granted.'),
        resource: value('As in the request.'),
      },
      tolerant,
    ),
    result: Type.Object({
      access_token: Type.String(),
      token_type: Type.Unsafe<'Bearer'>({ type: 'string' }),
      scope: Type.String(),
      /** Seconds until the token ends. Absent for the token of a device, which works until it is revoked. */
      expires_in: Type.Optional(Type.Integer()),
      refresh_token: Type.Optional(Type.String()),
    }),
  },
}

export type AuthorizationRequest = Static<typeof oauthSchemas.request.query>
export type AskingProgram = Static<typeof oauthSchemas.request.result>
export type Approval = Static<typeof oauthSchemas.approve.body>
export type OAuthTokenRequest = Static<typeof oauthSchemas.token.body>
export type OAuthTokenAnswer = Static<typeof oauthSchemas.token.result>
export type RegistrationRequest = Static<typeof oauthSchemas.register.body>
