import { Type } from 'typebox'

const alive = Type.Object({ status: Type.Literal('ok') })

export const healthSchemas = {
  live: { summary: 'Check that the process is running', result: alive },
  ready: {
    summary:
      'Check that the server can serve requests. Returns 503 while the database cannot be reached, read or written.',
    result: alive,
  },
}
