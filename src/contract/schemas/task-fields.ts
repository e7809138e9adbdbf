import { type TSchema, Type } from 'typebox'
import { allFields, type TaskField } from '../task-fields.ts'
import { taskLimits } from '../tasks.ts'
import { oneOf, stringOrNull } from './parts.ts'

const label = Type.String({ format: 'label' })
export const labels = Type.Array(label, { maxItems: taskLimits.labels, uniqueItems: true })
const day = Type.String({ format: 'day' })

/** The schema of a field as it is sent. */
function sent({ kind, options = [], isOptional }: TaskField): TSchema {
  if (kind === 'choice') return oneOf(...options)
  if (kind === 'labels') return Type.Array(Type.String())
  if (kind === 'number') return Type.Number()
  return isOptional ? stringOrNull : Type.String()
}

/** The schema of a field as input. */
function input(name: string, { kind, options = [], isOptional }: TaskField): TSchema {
  if (kind === 'choice') return oneOf(...options)
  if (kind === 'labels') return labels
  if (kind === 'number') return Type.Number()
  if (kind === 'text') return Type.String({ format: name })
  return isOptional ? Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'day' }) : day
}

/** All fields as they are sent. */
export const sentFields: Record<string, TSchema> = Object.fromEntries(
  allFields.map(([name, field]) => [name, sent(field)]),
)

/** The fields that match a condition, as input. */
export function inputFields(isTaken: (field: TaskField) => boolean | undefined): Record<string, TSchema> {
  const taken = allFields.filter(([, field]) => isTaken(field))
  return Object.fromEntries(taken.map(([name, field]) => [name, input(name, field)]))
}

/** The fields of a new task: those with an initial value may be left out. */
export function createdFields(): Record<string, TSchema> {
  const taken = allFields.filter(([, { isSetBy }]) => isSetBy?.create)
  return Object.fromEntries(
    taken.map(([name, field]) => {
      const schema = input(name, field)
      return [name, field.initial === undefined ? schema : Type.Optional(schema)]
    }),
  )
}

/** The parameters that filter a list by fields. */
export const filterParameters: Record<string, TSchema> = Object.fromEntries(
  allFields.flatMap(([, { filter = {}, options = [] }]) => {
    const parameters: [string | undefined, TSchema][] = [
      [filter.is, oneOf('', ...options)],
      [filter.has, label],
      [filter.from, day],
      [filter.to, day],
    ]
    return parameters.flatMap(([name, schema]) => (name ? [[name, Type.Optional(schema)]] : []))
  }),
)
