import { defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }

/** The command line as one file without dependencies, for any Node from 20 on. The server hands it out at /cli/taskdeck.mjs. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.npm_package_version': JSON.stringify(packageJson.version) },
  // Every package is part of the file.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/main.ts',
    target: 'node20',
    outDir: 'dist/cli',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      // Commands are parts of the file, and run when they are imported.
      output: { entryFileNames: 'taskdeck.mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
})
