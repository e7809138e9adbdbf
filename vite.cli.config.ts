import { defineConfig, type Plugin } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { commitOf } from './src/server/settings/build.ts'

/** The command line as one file without dependencies, for any Node from 20 on. The server hands it out at /cli/taskdeck.mjs. */
export default defineConfig({
  publicDir: false,
  define: {
    'process.env.npm_package_version': JSON.stringify(packageJson.version),
    'process.env.TASKDECK_COMMIT': JSON.stringify(commitOf(import.meta.dirname) ?? ''),
  },
  plugins: [oneFile()],
  // Every package is part of the file.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/main.ts',
    target: 'node20',
    outDir: 'dist/cli',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      output: {
        format: 'cjs',
        dynamicImportInCjs: false,
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})

/**
 * Packs all parts of the bundle into one file, as texts, with a loader that compiles a part when it is needed. As one script, Node would
 * read the code of all commands, and load all modules of Node that any of them uses, before the first one starts: that takes longer than
 * most commands.
 */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const parts: Record<string, string> = {}
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') parts[`./${name}`] = file.code
        delete bundle[name]
      }
      this.emitFile({ type: 'asset', fileName: 'taskdeck.mjs', source: loaderOf(parts) })
    },
  }
}

const loaderOf = (parts: Record<string, string>) => `#!/usr/bin/env node
import { createRequire } from 'node:module'
const parts = ${JSON.stringify(parts)}
const load = createRequire(import.meta.url)
const loaded = new Map()
function part(name) {
  if (!Object.hasOwn(parts, name)) return load(name)
  if (!loaded.has(name)) {
    const { compileFunction } = load('node:vm')
    const exports = {}
    loaded.set(name, exports)
    const options = { filename: 'taskdeck/' + name.slice(2) }
    compileFunction(parts[name], ['require', 'exports', 'module'], options)(part, exports, { exports })
  }
  return loaded.get(name)
}
part('./main.js')
`
