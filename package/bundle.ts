import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import packageInfo from '../package.json' with { type: 'json' }
import { builtAssets } from '../src/server/http/assets.ts'
import { feedThreadOptions } from '../src/server/meetings/feed-thread.ts'
import { commitOf } from '../src/server/settings/build.ts'

const root = join(import.meta.dirname, '..')
const server = join(root, 'src/server')
const database = join(server, 'database')

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
  const feeds = await bundle(join(server, 'meetings/feed-worker.ts'), 'feeds.js', folder)
  const log = await bundle(join(database, 'log-worker.ts'), 'log.js', folder)
  const script = await bundle(join(root, 'package/program.ts'), 'program.js', folder, {
    plugins: [withoutFolders({ reader, staging, feeds, log })],
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
      'process.env.TASKDECK_COMMIT': JSON.stringify(commitOf(root) ?? ''),
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
function withoutFolders(programs: Record<'reader' | 'staging' | 'feeds' | 'log', string>): Plugin {
  const migrations = globSync(join(database, 'migrations/[0-9]*.ts')).sort()
  const replaced: Record<string, string> = {
    'database/migrations-in-folder.ts': [
      ...migrations.map((file, index) => `import * as m${index} from ${JSON.stringify(file)}`),
      `const all = {${migrations.map((file, index) => `${JSON.stringify(basename(file, '.ts'))}: m${index}`)}}`,
      'export const migrationsInFolder = async () => all',
      'export const newestMigration = async () => Object.keys(all).at(-1)',
    ].join('\n'),
    'database/sqlite-reader-thread.ts': threadOf(
      programs.reader,
      'startReaderThread = (path)',
      '{ workerData: { path } }',
    ),
    'database/sqlite-staging-thread.ts': threadOf(
      programs.staging,
      'startStagingThread = (path)',
      '{ workerData: { path } }',
    ),
    'database/log-thread.ts': threadOf(programs.log, 'startLogThread = (workerData)', '{ workerData }'),
    'meetings/feed-thread.ts': threadOf(programs.feeds, 'startFeedThread = ()', JSON.stringify(feedThreadOptions)),
  }
  return {
    name: 'without-folders',
    enforce: 'pre',
    load(id) {
      return id.startsWith(server) ? replaced[relative(server, id)] : undefined
    },
  }
}

/** A module whose function starts a thread with the text of its program. */
const threadOf = (program: string, head: string, options: string) =>
  [
    `import { Worker } from 'node:worker_threads'`,
    `const program = ${JSON.stringify(readFileSync(program, 'utf8'))}`,
    `export const ${head} => new Worker(program, { eval: true, ...${options} })`,
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
