import { type Static, Type } from 'typebox'
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
const problem = Type.Object({ line: Type.Integer(), message: Type.String() })

export const importSchemas = {
  run: {
    summary: `Create and change up to ${importLimits.tasks} tasks as one change: one JSON object per line, with the fields of a new task and its _id. A task with this id is changed; with its version, the change is merged with later ones. Links to unknown tasks are left out. A repetition finds the same tasks by their ids and changes nothing.`,
    query: Type.Object(
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
        conflicts: Type.Optional({
          ...oneOf(...conflictChoices),
          description:
            'For fields that were changed here, too, since the given version: import nothing (the default), keep the values here, or replace them.',
        }),
      },
      strict,
    ),
    sent: { type: importType, schema: Type.String() },
    result: Type.Object({
      message: Type.String(),
      created: count,
      updated: count,
      unchanged: count,
      /** The tasks that are not imported, by line. At most 100 are listed. */
      problems: Type.Array(problem),
      problemCount: count,
      /** Tasks of which a part is not imported, such as a link to an unknown task. */
      remarks: Type.Array(problem),
      ...changeNumbers,
    }),
  },
}

export type ImportResult = Static<typeof importSchemas.run.result>
export type ImportQuery = Static<typeof importSchemas.run.query>
