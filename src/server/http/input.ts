import type { FastifyInstance } from 'fastify'
import { parseDay } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import { taskLimits } from '../../contract/tasks.ts'

const between = (most: number) => (text: string) => {
  const length = [...text.trim()].length
  return length >= 1 && length <= most
}

/** What the schemas call `format`, beyond what every validator knows. */
export const formats = {
  day: (text: string) => parseDay(text) !== undefined,
  title: between(taskLimits.title),
  description: between(taskLimits.description),
}

const nulInJson = /(?<!\\)(?:\\\\)*\\u0000/

/** Takes JSON and nothing else, and no NUL in any text: PostgreSQL could not store it. */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (nulInJson.test(body as string)) done(nul())
    else parse(request, body as string, done)
  })
  app.addHook('onRequest', (request, _reply, done) => done(request.url.includes('%00') ? nul() : undefined))
}

const nul = () => new AppError('invalid_input', 'The input holds a NUL character, which no text may have.')
