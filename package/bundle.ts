import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import packageInfo from '../package.json' with { type: 'json' }
import { builtAssets } from '../src/server/http/assets.ts'

const root = join(import.meta.dirname, '..')
const database = join(root, 'src/server/database')

/** The program as one script, and its assets as `--build-sea` takes them. */
export interface Bundle {
  script: string
  assets: Record<string, string>
}

/** Bundles the program into a folder. */
export async function bundleProgram(folder: string): Promise<Bundle> {
  const assets = assetFiles()
  const reader = await bundle(join(database, 'sqlite-reader-worker.ts'), 'reader.js', folder)
  const staging = await bundle(join(database, 'sqlite-staging-worker.ts'), 'staging.js', folder)
  const script = await bundle(join(root, 'package/program.ts'), 'program.js', folder, {
    plugins: [withoutFolders(readFileSync(reader, 'utf8'), readFileSync(staging, 'utf8'))],
    define: { 'process.env.TASKDECK_BUILD': JSON.stringify(idOf(assets)) },
  })
  writeFileSync(join(folder, 'sea.json'), JSON.stringify({ assets }))
  return { script, assets }
}

/** One file for Node, with all packages in it. */
async function bundle(entry: string, name: string, folder: string, { plugins = [], define = {} }: InlineConfig = {}) {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    define: {
      'process.env.npm_package_version': JSON.stringify(packageInfo.version),
      // The files of the operator's commands are programs only when npm starts them.
      'import.meta.main': 'false',
      'import.meta.dirname': '__dirname',
      ...define,
    },
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: entry,
      target: 'node26',
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false, entryFileNames: name } },
    },
  })
  return join(folder, name)
}

/** Replaces the files that look for others at run time. */
function withoutFolders(reader: string, staging: string): Plugin {
  const migrations = globSync(join(database, 'migrations/[0-9]*.ts')).sort()
  const replaced: Record<string, string> = {
    'migrations-in-folder.ts': [
      ...migrations.map((file, index) => `import * as m${index} from ${JSON.stringify(file)}`),
      `const all = {${migrations.map((file, index) => `${JSON.stringify(basename(file, '.ts'))}: m${index}`)}}`,
      'export const migrationsInFolder = async () => all',
    ].join('\n'),
    'sqlite-reader-thread.ts': threadOf(reader, 'startReaderThread'),
    'sqlite-staging-thread.ts': threadOf(staging, 'startStagingThread'),
  }
  return {
    name: 'without-folders',
    enforce: 'pre',
    load(id) {
      return id.startsWith(database) ? replaced[relative(database, id)] : undefined
    },
  }
}

/** A module that starts a thread with the text of its program. */
const threadOf = (program: string, name: string) =>
  [
    `import { Worker } from 'node:worker_threads'`,
    `const program = ${JSON.stringify(program)}`,
    `export const ${name} = (path) => new Worker(program, { eval: true, workerData: { path } })`,
  ].join('\n')

/** The built web app with the command line, and the pages of the API. */
function assetFiles(): Record<string, string> {
  const { webApp, apiDocs } = builtAssets()
  const below = (folder: string, prefix: string, isIncluded = (_file: string) => true) =>
    globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile() && isIncluded(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [join(prefix, relative(folder, path)), path] as const)
  return Object.fromEntries([
    ...below(webApp, 'web', (name) => !name.startsWith('.')),
    ...below(apiDocs, 'docs', (name) => name !== 'swagger-ui.js'),
  ])
}

function idOf(assets: Record<string, string>) {
  const hash = createHash('sha256')
  for (const [path, file] of Object.entries(assets).sort()) hash.update(path).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
