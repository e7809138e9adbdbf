import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const outputFile = process.env.TEST_REPORT || 'test-results/vitest.json'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile }]],
    typecheck: { enabled: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/{server,contract}/**/*.test.ts', 'test/**/*.test.ts', 'torture/**/*.test.ts'],
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
          globalSetup: ['test/engines.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
    ],
  },
})
