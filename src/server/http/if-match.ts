import { AppError } from '../../contract/errors.ts'

/** The version that `If-Match: "3"` names, on which the change of a task or a note is based. */
export function versionIn(header: string | undefined, thing: 'task' | 'note' = 'task'): number | undefined {
  if (header === undefined || header === '*') return undefined
  const version = /^("?)(\d{1,9})\1$/.exec(header)?.[2]
  if (!version) throw new AppError('invalid_input', `If-Match must be a version of the ${thing}, such as "3".`)
  return Number(version)
}
