import { createHook } from 'node:async_hooks'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Coding } from '../src/server/answers/json-answer.ts'

const decompressions: Record<Coding, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

let isDecompressing = false

/** The JSON of a compressed body. */
export function decompress(coding: unknown, bytes: Buffer) {
  isDecompressing = true
  const text = decompressions[coding as Coding](bytes).toString()
  isDecompressing = false
  return JSON.parse(text)
}

/** Counts the compressions that this process starts from now on, in Node's own zlib. */
export function countCompressions() {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB' && !isDecompressing) count++
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  return () => count
}
