import type { Access } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { tokenOfVia } from '../../contract/via.ts'
import type { Caller } from '../callers/caller.ts'

/** Why the caller may not use an endpoint with this access; undefined if it may. */
export function accessProblem(caller: Caller, access: Access): AppError | undefined {
  return mayCall(caller, access) ? undefined : forbidden(access)
}

function mayCall({ via, scopes }: Caller, access: Access): boolean {
  if (access === 'everyone') return true
  if (access === 'session') return via === 'session'
  return access === 'token' ? tokenOfVia(via) !== undefined : scopes.has(access)
}

function forbidden(access: Access) {
  if (access === 'token') {
    return new AppError(
      'not_signed_in',
      'This is for programs, which need an API token: see Settings > Agents and access.',
    )
  }
  return new AppError(
    'forbidden',
    access === 'session'
      ? 'An API token cannot do this: accounts, sessions and tokens can only be used by a person who has signed in.'
      : access === 'export'
        ? 'This token may not export. Make one with the scope export: see Settings > Agents and access.'
        : `This token may only read. Use a token with the scope ${access}.`,
  )
}
