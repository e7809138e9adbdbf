import { ownerTables } from '../../src/server/database/distributed.ts'
import { tableNames } from '../../src/server/database/schema.ts'

/** One statement for all numbers of values. */
export function normalized(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/"/g, '')
    .replace(/\(\$\d+(?:::\w+)?(?:, \$\d+(?:::\w+)?)*\)/g, '(…)')
    .replace(/\(…\)(?:, \(…\))+/g, '(…)')
    .replace(/\$\d+/g, '?')
    .replace(/\((?:\w+ = \? and \w+ = \?)\)(?: or \(\w+ = \? and \w+ = \?\))+/g, '(… or …)')
}

export interface Statement {
  text: string
  /** The tables that belong to owners, and those of the directory that only one server has. */
  ofOwners: string[]
  ofDirectory: string[]
  /** Whether the rows of owners are those of a single owner, who is named. */
  namesOwner: boolean
}

const owners = new Set<string>(ownerTables)
const known = new Set<string>(tableNames)
/** Every server has a copy of it. */
const copied = 'epochs'

/** The names of tables, which are followed by others only in lists. A column may have the name of a table. */
const tableLists = /\b(?:from|join|into|update|table(?: if (?:not )?exists)?|only) (\w+(?:, \w+)*)/gi

export function parsed(text: string): Statement {
  const named = [...text.matchAll(tableLists)].flatMap(([, names = '']) => names.split(', '))
  const tables = [...new Set(named.filter((name) => known.has(name)))]
  const ofOwners = tables.filter((name) => owners.has(name))
  return {
    text,
    ofOwners,
    ofDirectory: tables.filter((name) => !owners.has(name) && name !== copied),
    namesOwner:
      /\buser_id = (\?|\w+\.user_id)|\buser_id in \(\?\)/i.test(text) ||
      /^insert into \w+ \([^)]*\buser_id\b/i.test(text),
  }
}
