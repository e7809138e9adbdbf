import { type Static, Type } from 'typebox'
import { forges } from '../forges.ts'
import { issueChoices, issueSourceLimits } from '../issue-sources.ts'
import { oneOf, strict, stringOrNull } from './shapes.ts'

export const issueSource = Type.Object({
  id: Type.String(),
  forge: oneOf(...forges),
  /** The address of the repository's page, and its name: `acme/app`. */
  address: Type.String(),
  repository: Type.String(),
  choice: oneOf(...issueChoices),
  /** The label of the issues, if they are chosen by a label. */
  label: stringOrNull,
  /** The user name at the forge, if the issues are those of a person. Null until the forge has told it. */
  account: stringOrNull,
  /** Whether completing a task closes its issue, and reopening it reopens the issue. */
  writes: Type.Boolean(),
  createdAt: Type.String(),
  /** When all issues were read last without a failure. */
  syncedAt: stringOrNull,
  /** Whether the user has asked for a sync that is not done yet. */
  isSyncing: Type.Boolean(),
  /** The open issues that are followed, those that were closed, and those that are followed no more. */
  openCount: Type.Integer(),
  closedCount: Type.Integer(),
  leftCount: Type.Integer(),
  /** Why the last sync has failed, in words, and since when every one has. */
  problem: stringOrNull,
  failingSince: stringOrNull,
  /** Until when the forge wants no calls. */
  waitsUntil: stringOrNull,
  /** Something about the last sync that is no failure, such as that not all issues are followed. */
  remark: stringOrNull,
  /** Issues that could not be closed or reopened there yet, and why. */
  unsentCount: Type.Integer(),
  unsentProblem: stringOrNull,
  /** Since when nothing is read and sent, and why, if not by the user. */
  pausedAt: stringOrNull,
  pausedWhy: stringOrNull,
})

const label = Type.String({ format: 'issue-label', description: 'For issues that are chosen by a label.' })
const account = Type.String({
  format: 'forge-account',
  description: 'Your user name at the forge, for a token that may not read it.',
})
const token = Type.String({ format: 'forge-token', description: 'Is never shown again.' })
const choices = {
  choice: oneOf(...issueChoices),
  label: Type.Optional(label),
  account: Type.Optional(account),
  writes: Type.Optional(Type.Boolean()),
}
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
const message = Type.String()
const changed = Type.Object({ message, source: issueSource })

export const issueSourceSchemas = {
  list: {
    summary: 'List the repositories whose issues are your tasks, oldest first',
    result: Type.Object({ sources: Type.Array(issueSource) }),
  },
  create: {
    summary: `Let the issues of a repository become tasks: those that are assigned to you, or those with a label. They are read every 15 minutes, with a token that may read issues. At most ${issueSourceLimits.sources}.`,
    body: Type.Object(
      {
        forge: oneOf(...forges),
        address: Type.String({ minLength: 1, maxLength: issueSourceLimits.address }),
        token,
        ...choices,
      },
      strict,
    ),
    result: changed,
  },
  update: {
    summary: 'Change the token, or which issues become tasks. The tasks of other issues stay.',
    params,
    body: Type.Object(
      { token: Type.Optional(token), ...Type.Partial(Type.Object(choices)).properties },
      { ...strict, minProperties: 1 },
    ),
    result: changed,
  },
  sync: {
    summary: 'Read the issues of a repository now',
    params,
    result: changed,
  },
  pause: {
    summary: 'Read and send nothing until it is resumed',
    params,
    result: changed,
  },
  resume: {
    summary: 'Let a paused repository go on',
    params,
    result: changed,
  },
  remove: {
    summary: 'Disconnect a repository and delete its token. Its tasks stay.',
    params,
    result: Type.Object({ message }),
  },
}

export type IssueSource = Static<typeof issueSource>
export type NewIssueSource = Static<typeof issueSourceSchemas.create.body>
export type IssueSourceChange = Static<typeof issueSourceSchemas.update.body>
