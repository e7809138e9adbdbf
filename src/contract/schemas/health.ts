import { Type } from 'typebox'

const alive = Type.Object({ status: Type.Literal('ok') })

const ready = Type.Object({
  status: Type.Literal('ok'),
  write: Type.Boolean({
    description:
      'Whether the database accepts changes. If not, reads are answered, and writes get 503 with `Retry-After` and `readsOnly`.',
  }),
})

const running = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String({ description: 'The version of Taskdeck.' }),
  commit: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The commit that it was built from; null if it is not known.',
  }),
  schema: Type.String({ description: 'The newest migration that it knows.' }),
})

export const healthSchemas = {
  live: { summary: 'Check that the process is running, and which version it is', result: running },
  ready: {
    summary:
      'Check that the server can answer reads, and whether it can write. Returns 503 while the database cannot be read.',
    result: ready,
  },
  writable: {
    summary: 'Check that the server can make changes. Returns 503 while the database cannot be written.',
    result: alive,
  },
}
