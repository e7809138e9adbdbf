/** The providers that a server can sign its users in with (OpenID Connect). Google, and up to three that the operator chooses. */
export const providerIds = ['google', 'oidc', 'oidc-2', 'oidc-3'] as const
export type ProviderId = (typeof providerIds)[number]

/** Those besides Google, in the order of their buttons. */
export const openIdIds = ['oidc', 'oidc-2', 'oidc-3'] as const
export type OpenIdId = (typeof openIdIds)[number]

/** Why the user is sent to a provider. Decides the page that they return to. */
export const providerPurposes = ['sign-in', 'link', 'link-in-settings', 'prove', 'prove-for-profile'] as const
export type ProviderPurpose = (typeof providerPurposes)[number]

/** Why a sign-in with a provider failed. The screens have a message for each. */
export const providerProblems = [
  'not_configured',
  'unreachable',
  'misconfigured',
  'cancelled',
  'failed',
  'unverified',
  'no_email',
  'not_in_group',
  'taken',
  'other_account',
  'linked_elsewhere',
  'second_factor',
  'code_needed',
  'not_fresh',
  'disabled',
  'not_proved',
  'too_many',
  'closed',
  'no_invite',
] as const
export type ProviderProblem = (typeof providerProblems)[number]

/** Why a provider cannot be used right now, as its button says. */
export const providerTroubles = ['unreachable', 'misconfigured'] as const
export type ProviderTrouble = (typeof providerTroubles)[number]

/** The use of passwords: to sign in and up, only to sign in, or none. */
export const passwordUses = ['on', 'sign-in', 'off'] as const
export type PasswordUse = (typeof passwordUses)[number]
