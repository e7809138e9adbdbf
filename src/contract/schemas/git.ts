import { type Static, Type } from 'typebox'
import { gitEffects, gitLimits, referenceKinds } from '../git.ts'
import { changeNumbers, oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'

/** The state of a change request. */
export const changeStates = ['open', 'merged', 'closed'] as const
export type ChangeState = (typeof changeStates)[number]

export const reference = Type.Object({
  id: Type.String(),
  kind: oneOf(...referenceKinds),
  /** The hash of a commit, the name of a branch, or the number of a change request with its mark: `#7`, `!7`. */
  name: Type.String(),
  /** The first line of a commit's message, or the title of a change request. Empty for a branch. */
  title: Type.String(),
  url: stringOrNull,
  /** `owner/repository`, if it is known. */
  repository: stringOrNull,
  state: Type.Unsafe<ChangeState | null>({ type: ['string', 'null'], enum: [...changeStates, null] }),
  at: Type.String(),
})

const params = Type.Object({ id: taskId })

export const gitSchemas = {
  ofTask: {
    summary: 'List the commits, branches and change requests that name a task, newest first',
    params,
    result: Type.Object({ references: Type.Array(reference) }),
  },
  report: {
    summary:
      'Add a commit to a task, and start or complete the task with it. A commit that was reported before changes nothing.',
    params,
    body: Type.Object(
      {
        commit: Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$', description: 'The full hash of the commit' }),
        title: Type.String({ maxLength: gitLimits.title, description: "The first line of the commit's message" }),
        url: Type.Optional(Type.String({ maxLength: gitLimits.url, pattern: '^https?://' })),
        repository: Type.Optional(Type.String({ maxLength: gitLimits.name })),
        effect: oneOf(...gitEffects),
      },
      strict,
    ),
    result: Type.Object({ message: Type.String(), ...changeNumbers }),
  },
}

export type GitReference = Static<typeof reference>
export type ReportedCommit = Static<typeof gitSchemas.report.body>
