import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { importType } from '../../contract/imports.ts'
import { importedTask } from '../../contract/schemas/imports.ts'
import type { Validate } from '../calls/input.ts'
import type { Mount } from '../http/endpoint.ts'
import { rawBody } from '../http/raw-body.ts'
import { type FailureLog, stepAnswer } from '../http/step-answer.ts'
import type { ImportRules } from './imports.ts'

/** In a scope of its own, because only an import takes lines of JSON, which are read one by one. */
export function importRoutes(app: FastifyInstance, mount: Mount, imports: ImportRules, failures: FailureLog) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(importType, (_request, _payload, done) => done(null))
  let validate: Validate | undefined
  const compiled = () => {
    const { method, path: url } = api.imports.run
    validate ??= app.validatorCompiler?.({ schema: importedTask, method, url, httpPart: 'body' }) as Validate
    return validate
  }
  const config = { longBody: true, uploadIn: rawBody }
  mount(
    api.imports.run,
    ({ caller, query, upload, holdOn }) => imports.run(caller, upload, query, compiled(), { stop: holdOn() }),
    config,
  )

  mount(
    api.imports.watched,
    async ({ caller, query, upload, holdOn, request, reply }) => {
      const answer = stepAnswer(request, reply, failures, importType)
      try {
        const result = await imports.run(caller, upload, query, compiled(), {
          stop: holdOn(),
          onProgress: answer.progress,
        })
        return answer.end({ result })
      } catch (error) {
        return answer.fail(error as Error)
      }
    },
    config,
  )
}
