import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Half of the modules that a started Taskdeck loads belong to these two packages, and loading is a third of what its start costs. The
// programs of the tests get each of them as a single file. `npm start` itself, as test/setup.test.ts runs it, does not.
const packages = ['typebox', 'kysely']
const entries = ['typebox', 'typebox/value', 'kysely', 'kysely/migration']

const modules = join(import.meta.dirname, '../node_modules')
const versionOf = (name: string) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version
const folder = join(modules, '.cache', packages.map((name) => `${name}-${versionOf(name)}`).join('-'))
const fileOf = (entry: string) => `${entry.replace('/', '-')}.mjs`

/** The module that makes a program load the packages from there. */
export const quickPackages = join(folder, 'hooks.mjs')

const hooks = `import { registerHooks } from 'node:module'
const urls = new Map(${JSON.stringify(entries.map((entry) => [entry, fileOf(entry)]))}.map(([entry, file]) => [entry, new URL(file, import.meta.url).href]))
registerHooks({
  resolve(specifier, context, next) {
    const url = urls.get(specifier)
    if (url) return { url, format: 'module', shortCircuit: true }
    if (/^(${packages.join('|')})\\//.test(specifier)) throw new Error(\`Add \${specifier} to test/packages.ts.\`)
    return next(specifier, context)
  },
})
`

/** Makes the files, unless an earlier run has made them. Several runners may do so at the same time. */
export default async function makeQuickPackages() {
  if (existsSync(folder)) return
  const { build } = await import('vite')
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: unfinished,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry.replace('/', '-'), entry])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  await writeFile(join(unfinished, 'hooks.mjs'), hooks)
  // The first one wins.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}
