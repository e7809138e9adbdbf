import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { importType } from '../../contract/imports.ts'
import { importedTask } from '../../contract/schemas/imports.ts'
import type { Validate } from '../calls/input.ts'
import type { Upload } from '../calls/upload.ts'
import type { Mount } from '../http/endpoint.ts'
import type { ImportRules } from './imports.ts'

/** In a scope of its own, because only an import takes lines of JSON, which are read one by one. */
export function importRoutes(app: FastifyInstance, mount: Mount, imports: ImportRules) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(importType, (_request, _payload, done) => done(null))
  let validate: Validate | undefined
  const compiled = () => {
    const { method, path: url } = api.imports.run
    validate ??= app.validatorCompiler?.({ schema: importedTask, method, url, httpPart: 'body' }) as Validate
    return validate
  }
  mount(api.imports.run, ({ caller, query, upload }) => imports.run(caller, upload, query, compiled()), {
    longBody: true,
    uploadIn: rawBody,
  })
}

/** The body of a request as it is sent. */
function rawBody({ raw, headers }: FastifyRequest): Upload {
  const { 'content-length': length, 'content-type': type = '' } = headers
  return {
    length: length === undefined ? undefined : Number(length),
    open: async () => ({ name: '', type, bytes: raw }),
    close: () => {
      raw.resume()
    },
  }
}
