import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }

/** The command line as one file without dependencies, for any Node from 20 on. The server hands it out at /cli/taskdeck.mjs. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.npm_package_version': JSON.stringify(packageJson.version) },
  plugins: [requireBuiltins()],
  // Every package is part of the file.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/main.ts',
    target: 'node20',
    outDir: 'dist/cli',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      // Otherwise Node compiles the code of all commands at the start.
      optimization: { pifeForModuleWrappers: false },
      // Commands are parts of the file, and run when they are imported.
      output: { entryFileNames: 'taskdeck.mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
})

/**
 * Loads the modules of Node by `require`, when the code that needs them runs. An `import` would load all of them at the start, and read all
 * that they export: for `node:http`, that includes `fetch`, which takes longer than a whole command.
 */
function requireBuiltins(): Plugin {
  const load = createRequire(import.meta.url)
  const prefix = '\0builtin:'
  return {
    name: 'require-builtins',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('node:') && id !== 'node:module' ? prefix + id : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      const name = id.slice(prefix.length)
      const names = Object.keys(load(name)).filter((key) => /^[a-z]\w*$/i.test(key))
      const exported = names.map((key) => `export const ${key} = /* @__PURE__ */ exportOf('${key}')`)
      return [
        `import { createRequire } from 'node:module'`,
        `const exportOf = (key) => createRequire(import.meta.url)('${name}')[key]`,
        ...exported,
      ].join('\n')
    },
  }
}
