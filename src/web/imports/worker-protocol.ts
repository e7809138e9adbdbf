import type { ImportSession } from './import-session.ts'

/** A call of the session in the worker. */
export interface Question {
  id: number
  name: keyof ImportSession
  given: unknown[]
}

export type Answer = { id: number; result: unknown } | { id: number; message: string }

/** The session as the page calls it. */
export type RemoteSession = {
  [Name in keyof ImportSession]: (
    ...given: Parameters<ImportSession[Name]>
  ) => Promise<Awaited<ReturnType<ImportSession[Name]>>>
}
