import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'
import type { ApiCall } from '../../contract/calls/api.ts'
import { claimsHeader } from '../../contract/claims.ts'
import type { Access } from '../../contract/endpoint.ts'
import { keyDays, keyHeader } from '../../contract/idempotency-key.ts'
import { epochHeader } from '../../contract/log-position.ts'
import { oneOf } from '../../contract/schemas/shapes.ts'

const headerSchema = Type.Object({
  [keyHeader]: Type.Optional(
    Type.String({
      format: 'idempotency-key',
      description: `A new name for this call, such as a UUID. For ${keyDays} days, a repetition with the same key changes nothing and gets the same response. A failed call can be repeated with the same key. The same key with another request is refused.`,
    }),
  ),
  [epochHeader]: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The epoch of the tasks on which the call is based: the text after ~ in the ETag of a list. After the server was restored from a backup, or has lost changes, the call is refused with other_history.',
    }),
  ),
})

const taskHeaders = Type.Object({
  ...headerSchema.properties,
  [claimsHeader]: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      ...oneOf('true', 'false'),
      description:
        'With true, the call changes no task that somebody else holds: it is refused with 409 and the code held. Calls of agents do this always.',
    }),
  ),
})

/** The ways to sign in for a call, for the description of the API. */
function securityOf(access: Access) {
  const [session, token] = [{ session: [] }, { token: [] }]
  if (access === 'session') return [session]
  return access === 'token' ? [token] : [session, token]
}

/** The schema of a route: Fastify checks requests against it, and the description of the API is made from it. */
export function routeSchema({ path, access, status, takesKey, schema }: ApiCall): FastifySchema {
  const { summary, params, query, body, result } = schema
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access === 'everyone' ? {} : { security: securityOf(access) }),
    ...(params ? { params } : {}),
    ...(takesKey ? { headers: path.startsWith('/tasks/') ? taskHeaders : headerSchema } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(result ? { response: { [status]: result } } : {}),
  }
}
