import { Type } from 'typebox'

const alive = Type.Object({ status: Type.Literal('ok') })

export const healthSchemas = {
  live: { summary: 'Is the process running?', result: alive },
  ready: { summary: 'Can it serve? 503 while the database cannot be reached, read or written.', result: alive },
}
