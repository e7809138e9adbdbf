import { createHash } from 'node:crypto'
import type { CachedAnswer, Coding } from '../answers/json-answer.ts'
import { JsonAnswer } from '../answers/json-answer.ts'

/** A page as it was read, for everybody who reads it meanwhile. */
export interface CachedPage {
  owner: string
  /** Everything on which the page depends and that every call reads anyway. */
  state: string
  /** By a monotonic clock, in milliseconds. */
  readAt: number
  json: Buffer
  tag: string
  compressed: Map<Coding, Buffer>
}

const sizeOf = ({ json, compressed }: CachedPage) =>
  compressed.values().reduce((sum, bytes) => sum + bytes.length, json.length)

/** The pages of shared links that were read last, up to some bytes. */
export function pageCache(maxBytes: number) {
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  function forget(id: string) {
    const page = pages.get(id)
    if (!page) return
    pages.delete(id)
    bytes -= sizeOf(page)
  }

  return {
    find: (id: string): CachedPage | undefined => pages.get(id),
    forgetAllOf(owner: string) {
      for (const [id, page] of pages) if (page.owner === owner) forget(id)
    },
    keep(id: string, page: CachedPage) {
      forget(id)
      if (sizeOf(page) > maxBytes) return
      pages.set(id, page)
      bytes += sizeOf(page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) return
        forget(oldest)
      }
    },
    /** The page as an answer, whose compressed form is kept with it. */
    answerOf(id: string, page: CachedPage): JsonAnswer {
      const content: CachedAnswer = {
        readWhole: () => page.json,
        findCompressed: (coding) => page.compressed.get(coding),
        keepCompressed(coding, given) {
          if (pages.get(id) !== page || page.compressed.has(coding)) return
          page.compressed.set(coding, given)
          bytes += given.length
        },
      }
      return new JsonAnswer(content, page.tag)
    },
  }
}

/** The tag of a page follows from its content, so that it says nothing about changes that the page does not show. */
export const tagOfPage = (json: Buffer): string => `W/"${createHash('sha256').update(json).digest('base64url')}"`
