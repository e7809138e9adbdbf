import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { normalized } from './statement.ts'

// A setup file of the server tests. With RECORD_STATEMENTS=FILE, every distinct statement that Taskdeck sends to PostgreSQL is appended to
// this file, for `npm run check-statements`.
const file = process.env.RECORD_STATEMENTS
const mark = Symbol.for('taskdeck statements are recorded')
const maxFrames = 60

type Query = (this: unknown, query: string | { text?: string }, ...rest: unknown[]) => unknown
interface Recorded {
  query: Query
  [mark]?: boolean
}

const client = pg.Client.prototype as unknown as Recorded
// Test files share a process.
if (file && !client[mark]) {
  client[mark] = true
  const send = client.query
  const known = new Set<string>()
  client.query = function (query, ...rest) {
    const text = normalized(typeof query === 'string' ? query : (query.text ?? ''))
    if (text && !known.has(text) && isOurs()) {
      known.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return send.call(this, query, ...rest)
  }
}

/** Whether the code that asks for a statement is that of the server. Many tests look into its database themselves. */
function isOurs(): boolean {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = maxFrames
  const { stack = '' } = new Error()
  Error.stackTraceLimit = usual
  const frames = stack.split('\n').slice(3)
  const asking = frames.find(
    (frame) => !/node:|node_modules|<anonymous>|\/src\/server\/database\/(?!.*\.test\.ts)/.test(frame),
  )
  return !asking || (/\/src\//.test(asking) && !/\.test\.ts/.test(asking))
}
