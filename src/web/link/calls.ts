import { shareCalls } from '../../contract/calls/shares.ts'
import { CallError, call, callForBytes, callUnlessSame, type Tagged } from '../../contract/client.ts'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import { linkHeader, shareEvents } from '../../contract/shares.ts'

/** The secret is a header, so that it is in no address that is sent. */
const withSecret = (secret: string, signal?: AbortSignal) => ({
  headers: { [linkHeader]: secret },
  ...(signal ? { signal } : {}),
})

export type ReadPage = Tagged<SharedPage>

export const readPage = (secret: string, known: ReadPage | undefined, signal: AbortSignal): Promise<ReadPage> =>
  callUnlessSame(shareCalls.page, known, {}, withSecret(secret, signal))

/** It counts the visit. Nobody misses it if it fails. */
export const countVisit = (secret: string): void => {
  call(shareCalls.visit, {}, withSecret(secret)).catch(() => {})
}

export const sendAnswer = (secret: string, answer: string) =>
  call(shareCalls.answer, { body: { answer } }, withSecret(secret))

export const readFile = (secret: string, id: string): Promise<Blob> =>
  callForBytes(shareCalls.file, { params: { id } }, { ...withSecret(secret), maxSilenceMs: 60_000 })

/** Whether the link does not work, or has never worked. */
export const isDead = (error: unknown) => error instanceof CallError && error.code === 'not_found'

/** A connection that says nothing for so long is lost. */
const maxSilenceMs = 40_000

/**
 * Follows a page until its stream ends. Calls `onChanged` with the tag of the page as it is now, at first and after every change. Resolves with whether
 * the link works no longer, and rejects if there is no stream.
 */
export async function followPage(
  secret: string,
  signal: AbortSignal,
  onChanged: (tag: string) => void,
): Promise<boolean> {
  const silence = new AbortController()
  const lost = () => silence.abort()
  let timer = setTimeout(lost, maxSilenceMs)
  const given = { ...withSecret(secret), signal: AbortSignal.any([signal, silence.signal]), cache: 'no-store' as const }
  try {
    const response = await fetch(shareCalls.live.path, given)
    if (response.status === 404) return true
    if (!response.ok || !response.body) throw new Error(`No stream: ${response.status}`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return false
      clearTimeout(timer)
      timer = setTimeout(lost, maxSilenceMs)
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, name, data = '""'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (name === shareEvents.ended) return true
        if (name === shareEvents.changed) onChanged(JSON.parse(data))
      }
    }
  } finally {
    clearTimeout(timer)
  }
}
