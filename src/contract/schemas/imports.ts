import { type Static, Type } from 'typebox'
import type { ErrorBody } from '../errors.ts'
import { conflictChoices, type ImportedTask, importLimits, importType } from '../imports.ts'
import { changeNumbers, oneOf, strict } from './shapes.ts'
import { inputFields } from './task-fields.ts'

const time = Type.String({ format: 'date-time' })

/** A line of an import. */
export const importedTask = Type.Unsafe<ImportedTask>(
  Type.Object(
    {
      _id: Type.String({ format: 'new-id' }),
      number: Type.Optional(Type.Integer({ description: 'Not used: tasks are found by their ids.' })),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      createdAt: Type.Optional(time),
      completedAt: Type.Optional(time),
      ...Object.fromEntries(
        Object.entries(inputFields(({ isSetBy }) => isSetBy?.create)).map(([name, schema]) => [
          name,
          Type.Optional(schema),
        ]),
      ),
    },
    strict,
  ),
)

const count = Type.Integer({ minimum: 0 })
const lines = Type.Array(Type.Integer())
const problem = Type.Object({ line: Type.Integer(), message: Type.String() })

const query = Type.Object(
  {
    dryRun: Type.Optional({
      ...oneOf('true', 'false'),
      description: 'Only report what would be done.',
    }),
    skip: Type.Optional({
      ...oneOf('true', 'false'),
      description: 'Leave out tasks with problems. Without it, nothing is imported if there is one.',
    }),
    restore: Type.Optional({
      ...oneOf('true', 'false'),
      description: 'Bring tasks back that are in the trash, such as those of an import that was undone.',
    }),
    fromSource: Type.Optional({
      ...oneOf('true', 'false'),
      description:
        'The tasks are from another program, and each line has all that is imported of its task. The values are remembered, so that a later import changes only fields that have changed there since.',
    }),
    conflicts: Type.Optional({
      ...oneOf(...conflictChoices),
      description:
        'For fields that were changed here, too, since the given version, or since the last import from their source: import nothing (the default), keep the values here, or replace them.',
    }),
  },
  strict,
)

const result = Type.Object({
  message: Type.String(),
  created: count,
  updated: count,
  unchanged: count,
  /** The tasks that are not imported, by line. At most 100 are listed. */
  problems: Type.Array(problem),
  problemCount: count,
  /** Tasks of which a part is not imported, such as a link to an unknown task. */
  remarks: Type.Array(problem),
  /** Of a dry run: the lines of tasks that are here already. */
  here: Type.Optional(
    Type.Object({
      /** Those that have changed there. */
      changed: lines,
      same: lines,
      /** Those in the trash. */
      trashed: lines,
      /** Those that were deleted for good. */
      gone: lines,
      /** Those with fields that were changed both here and there. */
      conflicts: lines,
      /** New tasks with the title and due date of another task here, and the id of that one. */
      alike: Type.Array(Type.Object({ line: Type.Integer(), _id: Type.String() })),
    }),
  ),
  ...changeNumbers,
})

const sent = { type: importType, schema: Type.String() }

export const importSchemas = {
  run: {
    summary: `Create and change up to ${importLimits.tasks} tasks as one change: one JSON object per line, with the fields of a new task and its _id. A task with this id is changed; with its version, the change is merged with later ones. Links to unknown tasks are left out. A repetition finds the same tasks by their ids and changes nothing. Nothing is imported if the client disconnects before the end.`,
    ...{ query, sent, result },
  },
  watched: {
    summary:
      'Import like POST /tasks/import, and report the progress: lines of JSON such as {"done":400,"of":2000}, and at the end one with the result or the error. Input that is refused at once has a response without progress.',
    ...{ query, sent },
    answer: { type: importType, text: 'Lines of JSON: the progress, and then the result or the error' },
  },
}

/** A line of the response to an import with progress. */
export type ImportStep = { done: number; of: number } | { result: ImportResult } | { error: ErrorBody }

export type ImportResult = Static<typeof importSchemas.run.result>
export type ImportQuery = Static<typeof importSchemas.run.query>
