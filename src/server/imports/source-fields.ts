import { createHash } from 'node:crypto'
import { isSameValue, settableFields, type TaskValues } from '../../contract/task-fields.ts'

type Fields = Partial<TaskValues>

/** Stands for a long value. */
interface Hash {
  sha: string
}

const maxPlain = 200

const hashOf = (json: string): Hash => ({ sha: createHash('sha256').update(json).digest('base64url').slice(0, 16) })
const isHash = (value: unknown): value is Hash => typeof value === 'object' && value !== null && 'sha' in value

/** The values of a task at its source as they are remembered: long ones as a hash. */
export function packFields(values: Fields): string {
  const packed = settableFields.flatMap(([name]) => {
    const value = values[name]
    if (value === undefined) return []
    const json = JSON.stringify(value)
    return [[name, json.length > maxPlain ? hashOf(json) : value]]
  })
  return JSON.stringify(Object.fromEntries(packed))
}

/** The remembered fields of a task, with their values as far as they are known. */
export interface Remembered {
  names: (keyof TaskValues)[]
  /** The remembered values. A value of which only the hash is known is one of those given, or left out. */
  valuesLike(...given: Fields[]): Fields
}

export function unpackFields(packed: string): Remembered {
  const fields = JSON.parse(packed) as Record<string, unknown>
  const names = settableFields.flatMap(([name]) => (name in fields ? [name] : []))
  return {
    names,
    valuesLike(...given) {
      const known = names.flatMap((name) => {
        const value = fields[name]
        if (!isHash(value)) return [[name, value]]
        const same = given.find((values) => isSameValue(hashOf(JSON.stringify(values[name] ?? null)), value))
        return same ? [[name, same[name]]] : []
      })
      return Object.fromEntries(known)
    },
  }
}
