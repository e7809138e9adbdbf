import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasS3Server } from './scripts/test-programs.mjs'
import { quickPackages } from './test/packages.ts'

const outputFile = process.env.TEST_REPORT || 'test-results/vitest.json'

/** SQLite waits for the disk at every commit, so the files of the tests are kept in memory where there is enough of it. */
const [memory, minBytes] = ['/dev/shm', 2 * 1024 ** 3]
if (process.platform === 'linux' && process.availableMemory() > minBytes && freeBytes(memory) > minBytes) {
  process.env.TMPDIR ??= memory
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    restoreMocks: true,
    setupFiles: ['test/left-behind.ts', ...(process.env.RECORD_STATEMENTS ? ['test/statements/record.ts'] : [])],
    tags: [{ name: 'long', description: 'Left out by `npm test`, run by `npm test -- --all`.' }],
    // Three processes and a browser may share two cores.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The browser tests may keep the machine busy at the same time.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', ['json', { outputFile }]],
    typecheck: { enabled: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'src/{server,contract,cli,mcp}/**/*.test.ts',
            'test/**/*.test.ts',
            'torture/**/*.test.ts',
            'package/**/*.test.ts',
          ],
          // The other tests of files run with every store that is available.
          exclude: hasS3Server() ? [] : ['src/server/**/s3-*.test.ts'],
          env: {
            NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
            QUICK_PACKAGES: quickPackages,
          },
          globalSetup: ['test/packages.ts', 'test/engines.ts', 'test/shared-s3.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
    ],
  },
})

function freeBytes(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
