import type { FastifyInstance } from 'fastify'
import { limits } from '../../contract/accounts.ts'
import { parseDay } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import { allFields, type TextName } from '../../contract/task-fields.ts'
import { isLabel } from '../../contract/tasks.ts'
import { isTimeZone } from '../../contract/time-zone.ts'
import { addressKey } from '../callers/address-key.ts'
import { lanes } from '../lanes.ts'

const between = (most: number) => (text: string) => {
  const trimmed = text.trim()
  // A character is at most two code units: there is no need to count those of a text that is much too long.
  if (trimmed.length > most * 2) return false
  const length = [...trimmed].length
  return length >= 1 && length <= most
}

/** A format of its own for every text of a task. */
const texts = Object.fromEntries(
  allFields.flatMap(([name, { maxLength }]) => (maxLength ? [[name, between(maxLength)]] : [])),
) as Record<TextName, ReturnType<typeof between>>

/** What the schemas call `format`, beyond what every validator knows. */
export const formats = {
  username: between(limits.username),
  day: (text: string) => parseDay(text) !== undefined,
  ...texts,
  label: isLabel,
  'time-zone': (text: string) => text === '' || isTimeZone(text),
}

/** Parsing and checking a larger body takes so long that others notice it. */
const maxShortBody = 64 * 1024

/**
 * Takes JSON and nothing else, and no text that a database could not keep as it is: no NUL, no half of a character. Of the large bodies of
 * one caller, one is parsed at a time, with a rest after it.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  const large = lanes({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY, restsAsLong: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const accept = () => {
      const problem = unstorable(body)
      if (problem) done(problem)
      else void parse(request, body, done)
    }
    if (body.length <= maxShortBody) return accept()
    const caller = request.caller?.owner ?? addressKey(request.ip)
    void large.run(caller, async () => accept())
  })
  app.addHook('onRequest', (request, _reply, done) => done(request.url.includes('%00') ? nul() : undefined))
}

/** Half of a surrogate pair: the first without the second, or the second without the first. */
const half = /\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i

/** Both can stand in JSON as an escape only, so the text tells before anything is parsed. */
function unstorable(json: string): AppError | undefined {
  if (!json.includes('\\u')) return undefined
  const escapes = json.replaceAll('\\\\', '  ')
  if (escapes.includes('\\u0000')) return nul()
  return half.test(escapes) ? new AppError('invalid_input', 'The input holds half of a character.') : undefined
}

const nul = () => new AppError('invalid_input', 'The input holds a NUL character, which no text may have.')
