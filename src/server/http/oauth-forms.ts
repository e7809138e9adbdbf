import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'

/** Accepts the forms that OAuth clients send. No call of this scope lets a form of another site do something: see `refuseCrossSite`. */
export function acceptOAuthForms(scope: FastifyInstance) {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    // A parameter without a value counts as left out (RFC 6749, section 3.2).
    const entries = [...new URLSearchParams(String(body))].filter(([, value]) => value !== '')
    const form = Object.fromEntries(entries)
    if (Object.keys(form).length === entries.length) done(null, form)
    else done(new AppError('invalid_input', 'Send each parameter only once.'))
  })
}
