import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { startMailServer } from './smtp.ts'

/** A real mail server until the test ends. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}
