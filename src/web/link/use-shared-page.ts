import { useCallback, useEffect, useState } from 'react'
import { CallError } from '../../contract/client.ts'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import { isLinkSecret } from '../../contract/shares.ts'
import { createBackoff } from '../ui/backoff.ts'
import { countVisit, followPage, isDead, type ReadPage, readPage } from './calls.ts'

export type Shared =
  | { state: 'loading' }
  | { state: 'dead' }
  | { state: 'failed'; message: string }
  | { state: 'shown'; page: SharedPage; isStale: boolean }

/** A page without a stream asks so often. */
const pollMs = 30_000
/** A hidden page keeps its stream for so long. */
const hiddenMs = 30_000
/** Many readers of one link do not ask at the same moment. */
const spreadMs = 300

const after = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Resolves when the page is visible. */
const visible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve()
    }
    document.addEventListener('visibilitychange', check, { signal })
    signal.addEventListener('abort', check)
    check()
  })

/** A signal that is aborted with another one, and once the page has been hidden for a while. */
function whileVisible(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(() => hidden.abort(), hiddenMs)
  }
  document.addEventListener('visibilitychange', check, { signal })
  check()
  return AbortSignal.any([signal, hidden.signal])
}

/** Reads a shared page, and follows it until its link ends or `signal` is aborted. */
async function follow(secret: string, signal: AbortSignal, show: (next: Shared) => void) {
  const backoff = createBackoff(1_000, pollMs)
  let known: ReadPage | undefined
  let isCounted = false
  let isEnded = false

  const end = () => {
    isEnded = true
    show({ state: 'dead' })
  }

  async function read() {
    try {
      known = await readPage(secret, known, signal)
      backoff.reset()
      if (!isCounted) countVisit(secret)
      isCounted = true
      show({ state: 'shown', page: known.body, isStale: false })
    } catch (error) {
      if (signal.aborted) return
      if (isDead(error)) return end()
      if (known) show({ state: 'shown', page: known.body, isStale: true })
      else show({ state: 'failed', message: error instanceof CallError ? error.message : 'Something went wrong.' })
    }
  }

  let reading = Promise.resolve()
  const readSoon = (tag: string) => {
    if (tag === known?.tag) return
    reading = reading.then(async () => {
      if (known) await after(Math.random() * spreadMs, signal)
      if (!signal.aborted && !isEnded && tag !== known?.tag) await read()
    })
  }

  await read()
  while (!signal.aborted && !isEnded) {
    await visible(signal)
    if (signal.aborted) return
    // Without the stream, the page is read from time to time.
    const isOver = await followPage(secret, whileVisible(signal), readSoon).catch(() => undefined)
    await reading
    if (isOver) return end()
    if (signal.aborted || isEnded) return
    await after(backoff.next(), signal)
    if (isOver === undefined && document.visibilityState === 'visible' && !signal.aborted) await read()
  }
}

/** The link in the address of this page. Browsers keep its secret to themselves. */
const linkHere = () => ({ secret: location.hash.slice(1) })

/** The page of the link in the address, as it is now. `retry` begins again. */
export function useSharedPage() {
  const [link, setLink] = useState(linkHere)
  const [shared, show] = useState<Shared>({ state: 'loading' })
  // Another object with the same secret begins again, too.
  const begin = useCallback(() => setLink(linkHere()), [])
  useEffect(() => {
    window.addEventListener('hashchange', begin)
    return () => window.removeEventListener('hashchange', begin)
  }, [begin])
  useEffect(() => {
    const { secret } = link
    if (!isLinkSecret(secret)) return show({ state: 'dead' })
    show({ state: 'loading' })
    const stop = new AbortController()
    void follow(secret, stop.signal, (next) => !stop.signal.aborted && show(next))
    return () => stop.abort()
  }, [link])
  return { secret: link.secret, shared, retry: begin }
}
