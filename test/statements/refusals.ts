import { constructs } from './constructs.ts'
import { parsed, type Statement } from './statement.ts'

/** The statement is sent only while the database is not distributed. */
const onOneServer = /\/\* one server \*\//

/** Runs before the tables of owners are distributed, or reads all owners on purpose: backups. */
const exceptions = [/^insert into labels \(.*\bselect\b/i]

/** The distinct statements that are sent to a distributed database. */
export const sentStatements = (texts: string[]): Statement[] =>
  [...new Set(texts)]
    .filter((text) => !onOneServer.test(text))
    .sort()
    .map(parsed)

export interface Refusal {
  reason: string
  text: string
}

/** The statements that a distributed engine refuses, with the reason. */
export const refusalsOf = (statements: Statement[]): Refusal[] =>
  constructs
    .filter(({ isRefused }) => isRefused)
    .flatMap(({ name, isIn }) =>
      statements
        .filter((statement) => isIn(statement) && !exceptions.some((exception) => exception.test(statement.text)))
        .map(({ text }) => ({ reason: name, text })),
    )
