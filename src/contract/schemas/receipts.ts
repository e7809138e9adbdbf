import { type Static, Type } from 'typebox'
import { addedKinds, receiptKinds, receiptLimits } from '../receipts.ts'
import { changeNumbers, integerOrNull, oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'

const receiptFields = {
  _id: Type.String(),
  kind: oneOf(...receiptKinds),
  /** The id of the criterion that it is about. Null if it is about the task. */
  criterion: stringOrNull,
  /** The shown fact in words: that of a report, or the name of a check at a forge. */
  summary: stringOrNull,
  command: stringOrNull,
  /** Null if no command is known. A signal n counts as 128 + n. */
  exitCode: integerOrNull,
  isPassed: Type.Boolean(),
  startedAt: Type.String(),
  durationMs: integerOrNull,
  /** The name of the machine, as it calls itself. */
  machine: stringOrNull,
  repository: stringOrNull,
  branch: stringOrNull,
  /** The full hash. */
  commit: stringOrNull,
  /** Whether there were no uncommitted changes. Null if that is not known. */
  isClean: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  /** The SHA-256 of the whole output. */
  sha256: stringOrNull,
  /** The id of the completion file with the end of the output. */
  output: stringOrNull,
  /** The page of the run at the forge. */
  url: stringOrNull,
  /** How it was stored, as in the events of a task: `token:NAME`, `agent:NAME`, `session`, or `hook:github:check`. */
  via: Type.String(),
  createdAt: Type.String(),
}

export const receipt = Type.Object(receiptFields)

/** A receipt with the number of newer commits of its task that are known. */
export const listedReceipt = Type.Object({ ...receiptFields, behind: Type.Integer() })

const params = Type.Object({ id: taskId })
const commitHash = (description: string) => Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$', description })
const optionalName = (description: string) => Type.Optional(Type.String({ format: 'receipt-name', description }))

export const receiptSchemas = {
  ofTask: {
    summary: `List the receipts of a task, newest first, at most ${receiptLimits.perTask}. A receipt is stale if behind is not 0: newer commits of the task are known.`,
    params,
    result: Type.Object({ receipts: Type.Array(listedReceipt) }),
  },
  add: {
    summary:
      'Store a receipt: that a command ran (run, which only “taskdeck prove” says) or that something was shown (reported). The id is chosen by the client, and a receipt that was stored before is not stored again.',
    params,
    body: Type.Object(
      {
        _id: Type.Optional(
          Type.String({ format: 'new-id', description: 'The id of the receipt: a UUID in lower case.' }),
        ),
        kind: oneOf(...addedKinds),
        criterion: Type.Optional(
          Type.String({ format: 'new-id', description: 'The id of the criterion that it shows.' }),
        ),
        summary: Type.Optional(
          Type.String({ format: 'receipt-summary', description: 'The shown fact, in a few words.' }),
        ),
        command: Type.Optional(Type.String({ format: 'command', description: 'Required for run.' })),
        exitCode: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 255, description: 'Required for run. 0 means passed.' }),
        ),
        startedAt: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
        durationMs: Type.Optional(Type.Integer({ minimum: 0, maximum: receiptLimits.durationMs })),
        machine: optionalName('The name of the machine.'),
        repository: optionalName('owner/repository, or the name of its folder.'),
        branch: optionalName('The branch.'),
        commit: Type.Optional(commitHash('The full hash of the commit.')),
        ancestors: Type.Optional(
          Type.Array(commitHash('The full hash of a commit.'), {
            maxItems: receiptLimits.ancestors,
            description:
              'The commits from which commit was made, the last ones before it. They do not make the receipt stale, even if they become known later.',
          }),
        ),
        isClean: Type.Optional(Type.Boolean({ description: 'Whether there were no uncommitted changes.' })),
        sha256: Type.Optional(
          Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of the whole output, in hex.' }),
        ),
        output: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: `A completion file of the task with the end of the output, at most ${receiptLimits.outputBytes} bytes, uploaded before.`,
          }),
        ),
      },
      strict,
    ),
    result: Type.Object({ message: Type.String(), receipt, ...changeNumbers }),
  },
}

export type Receipt = Static<typeof receipt>
export type ListedReceipt = Static<typeof listedReceipt>
export type NewReceipt = Static<typeof receiptSchemas.add.body>
