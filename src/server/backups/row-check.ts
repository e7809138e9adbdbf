import { tableNames } from '../database/schema.ts'
import { rowForms } from './row-forms.ts'
import type { Form } from './value-forms.ts'

/** The rows of a backup are not those of Taskdeck. The message completes the sentence "The backup is damaged: …". */
export class RowProblem extends Error {}

const forms: Record<string, Record<string, Form> | undefined> = rowForms
/** Values come from a stranger: shown short, and without characters that a terminal obeys. */
const shown = (value: unknown) =>
  JSON.stringify(value)
    ?.slice(0, 60)
    .replace(/[^\x20-\x7e]/g, '?')

/** Checks the lines of a backup one after another: the tables in their order, and each row against the forms of its table. */
export function rowCheck() {
  const owners = new Set<unknown>()
  const seen = new Set<string>()
  let lastPlace = -1
  let table = ''
  let columns: [name: string, form: Form][] = []

  function knownColumn(name: unknown): [string, Form] {
    const form = typeof name === 'string' && Object.hasOwn(forms[table] ?? {}, name) ? forms[table]?.[name] : undefined
    if (!form) throw new RowProblem(`the table ${table} has the unknown column ${shown(name)}`)
    return [String(name), form]
  }

  function checkValue(name: string, form: Form, value: unknown) {
    if (!form.fits(value)) throw new RowProblem(`the ${name} ${shown(value)} in the table ${table} is not ${form.is}`)
    if (!form.isOwner || value === null || owners.has(value)) return
    throw new RowProblem(`the ${name} ${shown(value)} in the table ${table} is not an account of this backup`)
  }

  return {
    /** Begins a table, and returns its name. */
    begin(line: unknown): string {
      const { table: name, columns: names } = Object(line) as { table?: unknown; columns?: unknown }
      const place = tableNames.indexOf(String(name))
      if (typeof name !== 'string' || place === -1 || !Object.hasOwn(forms, name)) {
        throw new RowProblem(`there is no table ${shown(name)} in a backup`)
      }
      if (place <= lastPlace) throw new RowProblem(`the table ${name} is not in its place`)
      lastPlace = place
      table = name
      if (!Array.isArray(names) || new Set(names).size !== names.length) {
        throw new RowProblem(`the table ${name} does not name its columns once each`)
      }
      columns = names.map(knownColumn)
      return name
    },
    /** Checks the values of a row, and returns it. */
    row(values: unknown[]): Record<string, unknown> {
      if (!table) throw new RowProblem('a row comes before its table')
      if (values.length !== columns.length) {
        throw new RowProblem(`a row of the table ${table} has ${values.length} values instead of ${columns.length}`)
      }
      const row: Record<string, unknown> = {}
      for (const [index, [name, form]] of columns.entries()) {
        checkValue(name, form, values[index])
        row[name] = values[index]
      }
      if (table === 'users') owners.add(row.id)
      if (table === 'files') checkFile(row)
      return row
    },
  }

  /** Two rows of one file would make a restore write it twice. */
  function checkFile({ user_id, id }: Record<string, unknown>) {
    const key = `${user_id}/${id}`
    if (seen.has(key)) throw new RowProblem(`the file ${key} is there twice`)
    seen.add(key)
  }
}
