import { setTimeout as pause } from 'node:timers/promises'
import { archiveCalls } from '../contract/calls/archives.ts'
import { bytesFrom, failureIn } from './byte-stream.ts'
import type { Client } from './client.ts'
import { CliError, refused } from './errors.ts'

/** A download that breaks off so often without a byte in between has failed. */
const maxBreaks = 5
/** Before the server has noticed that the connection is gone, it takes no other download. */
const firstPauseMs = 500

/** The archive, part by part. If it breaks off, it is continued from there. Throws a CliError, also if the data has changed meanwhile. */
export async function* archiveBytes(client: Client, onContinue: () => void): AsyncGenerator<Uint8Array> {
  let received = 0
  let tag: string | null = null
  for (let breaks = 0; ; breaks++) {
    if (breaks) await pause(firstPauseMs * 2 ** (breaks - 1))
    try {
      const isRest = received > 0 && tag !== null
      const own: Record<string, string> = isRest ? { range: `bytes=${received}-`, 'if-range': tag ?? '' } : {}
      const bytes = bytesFrom(client, async (signal) => {
        const url = client.server.url + archiveCalls.download.path
        const response = await fetch(url, { headers: { ...client.headers, ...own }, redirect: 'error', signal })
        if (response.status !== 200 && response.status !== 206) throw await failureIn(response)
        if (received > 0 && !isRestFrom(response, received, tag)) throw changed()
        tag = response.headers.get('etag')
        return response
      })
      for await (const chunk of bytes) {
        received += chunk.length
        breaks = 0
        yield chunk
      }
      return
    } catch (error) {
      if (!isBroken(error, received) || tag === null || breaks >= maxBreaks) throw error
      onContinue()
    }
  }
}

const isRestFrom = ({ status, headers }: Response, first: number, tag: string | null): boolean =>
  status === 206 && headers.get('etag') === tag && Boolean(headers.get('content-range')?.startsWith(`bytes ${first}-`))

/** Whether continuing may help: the connection is lost, or the server still holds the former download. */
const isBroken = (error: unknown, received: number) =>
  received > 0 && error instanceof CliError && continued.includes(error.code)

const continued = ['unreachable', 'too_many_requests']

const changed = () =>
  refused('The download broke off, and your data has changed since, so it cannot be continued.', 'Export again.')
