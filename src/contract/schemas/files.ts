import { type Static, Type } from 'typebox'
import { changeNumbers } from './shapes.ts'
import { taskId } from './task-id.ts'

/** A completion file. Its bytes are fetched from `download`. */
export const file = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  sha256: Type.String(),
  createdAt: Type.String(),
})

export const fileParams = Type.Object({ id: taskId, file: Type.String({ minLength: 1, maxLength: 64 }) })

export const fileSchemas = {
  upload: {
    summary: 'Attach a completion file: multipart/form-data with one field named file',
    params: Type.Object({ id: taskId }),
    sent: {
      type: 'multipart/form-data',
      schema: Type.Object({
        file: Type.String({ format: 'binary', description: 'The file, with its name and type.' }),
      }),
    },
    result: Type.Object({ message: Type.String(), file, ...changeNumbers }),
  },
  download: {
    summary: 'Download a file, or a range of its bytes',
    params: fileParams,
    answer: { type: 'application/octet-stream', text: 'The bytes of the file' },
  },
  remove: {
    summary: 'Move a file to the trash',
    params: fileParams,
    result: Type.Object({ message: Type.String(), ...changeNumbers }),
  },
}

export type CompletionFile = Static<typeof file>
