import type { FastifyInstance } from 'fastify'
import { type ArchiveRecord, archiveRecords, archiveType } from '../../contract/archives.ts'
import { api } from '../../contract/calls/api.ts'
import { importType } from '../../contract/imports.ts'
import { archiveRecordSchemas } from '../../contract/schemas/archive-records.ts'
import type { Validate } from '../calls/input.ts'
import type { Mount } from '../http/endpoint.ts'
import { rawBody } from '../http/raw-body.ts'
import { type FailureLog, stepAnswer } from '../http/step-answer.ts'
import type { ArchiveImportRules } from './archive-imports.ts'
import type { RecordChecks } from './survey.ts'

/** In a scope of its own, because only this import takes a ZIP, which is not read into memory. */
export function archiveImportRoutes(
  app: FastifyInstance,
  mount: Mount,
  imports: ArchiveImportRules,
  failures: FailureLog,
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(archiveType, (_request, _payload, done) => done(null))
  let checks: RecordChecks | undefined
  const check = (record: ArchiveRecord) => {
    const { method, path: url } = api.archives.import
    return app.validatorCompiler?.({ schema: archiveRecordSchemas[record], method, url, httpPart: 'body' }) as Validate
  }
  const compiled = () => {
    checks ??= Object.fromEntries(archiveRecords.map((record) => [record, check(record)])) as RecordChecks
    return checks
  }
  const config = { longBody: true, uploadIn: rawBody }
  mount(
    api.archives.import,
    ({ caller, query, upload, holdOn }) => imports.import(caller, upload, query, compiled(), { stop: holdOn() }),
    config,
  )
  mount(
    api.archives.watchedImport,
    async ({ caller, query, upload, holdOn, request, reply }) => {
      const answer = stepAnswer(request, reply, failures, importType)
      try {
        const watcher = { stop: holdOn(), onProgress: answer.progress }
        return answer.end({ result: await imports.import(caller, upload, query, compiled(), watcher) })
      } catch (error) {
        return answer.fail(error as Error)
      }
    },
    config,
  )
}
