import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes FILE.br and FILE.gz beside every text file, so that the server never compresses one itself. `others` are not part of the bundle. */
export function precompress(others: string[] = []): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '' }, bundle) {
      const files = [...Object.keys(bundle), ...others]
      for (const file of files.filter((name) => /\.(html|js|css|svg|json)$/.test(name))) {
        const path = join(dir, file)
        const content = readFileSync(path)
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
        writeFileSync(`${path}.br`, brotliCompressSync(content, quality))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
