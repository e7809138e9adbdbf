import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Checks the rules of docs/architecture.md on the source tree. New folders are covered without a change here. */
interface Source {
  path: string
  text: string
  /** The project files and packages that it imports. */
  imports: string[]
  /** The imports that remain after the types are erased. */
  runtimeImports: string[]
}

async function readSources(): Promise<Source[]> {
  const entries = await readdir('src', { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, 'utf8')
      const runtimeText = text.replace(/^import type [^']*'[^']+'/gm, '')
      return { path, text, imports: importsIn(text, path), runtimeImports: importsIn(runtimeText, path) }
    }),
  )
}

function importsIn(text: string, path: string): string[] {
  const names = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\s]+)'/g)].map(([, name = '']) => name)
  return names.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))
}

const sources = await readSources()
const below = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`))

/** Every import of these files that a rule forbids, as `file -> import`. */
function forbidden(files: Source[], isForbidden: (imported: string, file: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((imported) => isForbidden(imported, path)).map((imported) => `${path} -> ${imported}`),
  )
}

/** The part of a path that names a side, such as `src/web`, or one folder deeper, such as `src/web/tasks`. */
const upTo = (depth: number) => (path: string) => path.split('/').slice(0, depth).join('/')
const sideOf = upTo(2)
const folderOf = upTo(3)
const screenOf = upTo(4)

test('the source tree is not empty', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.filter(({ imports }) => imports.length).length).toBeGreaterThan(150)
})

test('each side imports only itself and the contract, and the contract imports only itself', () => {
  const crossing = forbidden(sources, (imported, file) => {
    if (!imported.startsWith('src/')) return false
    const [from, to] = [sideOf(file), sideOf(imported)]
    // The tools of agents are given everything that they need, and only the wiring knows them.
    if (file === 'src/server/app.ts' && to === 'src/mcp') return false
    return from !== to && to !== 'src/contract'
  })
  expect(crossing).toEqual([])
})

test('the contract, the web app and the tools of agents use no Node modules', () => {
  const usesNode = (imported: string) => imported.startsWith('node:')
  expect(forbidden([...below('src/contract'), ...below('src/web'), ...below('src/mcp')], usesNode)).toEqual([])
})

/** A folder of a side. A file directly in the server or the web app is a unit of its own. */
const unitOf = (path: string) => (/^src\/contract\/[^/]+$/.test(path) ? 'src/contract' : folderOf(path))

/** Imports from one unit to another, as `unit -> unit`. The folders of the contract use each other's types: there only imports of values count. */
function unitImports(): Set<string> {
  const pairs = sources.flatMap(({ path, imports, runtimeImports }) =>
    (sideOf(path) === 'src/contract' ? runtimeImports : imports)
      .filter((imported) => imported.startsWith('src/'))
      .map((imported) => [unitOf(path), unitOf(imported)] as const),
  )
  return new Set(pairs.filter(([from, to]) => from !== to).map(([from, to]) => `${from} -> ${to}`))
}

/** The imports that are part of a cycle. */
function inCycles(imports: Iterable<string>): string[] {
  // Nothing that imports nothing is part of a cycle. Few imports are left without them, mostly none.
  let left = [...imports].map((pair) => pair.split(' -> ') as [string, string])
  for (let count = -1; count !== left.length; ) {
    count = left.length
    const importing = new Set(left.map(([from]) => from))
    left = left.filter(([, to]) => importing.has(to))
  }
  const targets = Map.groupBy(left, ([from]) => from)
  const leadsTo = (from: string, goal: string, seen = new Set<string>()): boolean =>
    from === goal ||
    (!seen.has(from) && (targets.get(from) ?? []).some(([, next]) => leadsTo(next, goal, seen.add(from))))
  return left.filter(([from, to]) => leadsTo(to, from)).map((pair) => pair.join(' -> '))
}

test('folders do not import each other in cycles', () => {
  expect(inCycles(unitImports())).toEqual([])
})

test('files do not import each other in cycles, not even for types or on demand', () => {
  const known = new Set(sources.map(({ path }) => path))
  const pairs = sources.flatMap(({ path, imports }) =>
    imports.filter((imported) => known.has(imported)).map((imported) => `${path} -> ${imported}`),
  )
  expect(inCycles(pairs)).toEqual([])
})

test('a cycle across several folders is found', () => {
  const imports = ['a -> b', 'b -> c', 'c -> a', 'a -> d', 'd -> e']
  expect(inCycles(imports)).toEqual(['a -> b', 'b -> c', 'c -> a'])
  expect(inCycles(imports.filter((pair) => pair !== 'c -> a'))).toEqual([])
})

/** web: app -> screens -> nouns -> ui. The page of shared links is a program of its own, beside the app. Every folder that is not named here is a noun. */
const webLayers: Record<string, number> = {
  'src/web/app': 0,
  'src/web/link': 0,
  'src/web/screens': 1,
  'src/web/ui': 3,
}

function webLayer(path: string) {
  if (path.split('/').length === 3) return 0
  return webLayers[folderOf(path)] ?? 2
}

test('in the web app, imports point from app to screens to nouns to ui', () => {
  const upward = forbidden(
    below('src/web'),
    (imported, file) => imported.startsWith('src/web/') && webLayer(imported) < webLayer(file),
  )
  expect(upward).toEqual([])
})

/** The packages of the web app. A library of components, forms or overlays would be a second foundation beside `ui/` (decision 057). */
const webPackages = /^(react|react-dom|react-router|@tanstack\/react-(query|virtual)|idb)(\/|$)/
/** Those that only show text, also as a QR code. */
const textPackages = /^(@fontsource-variable|react-markdown|remark-gfm|lowlight|highlight\.js|uqr)(\/|$)/

test('the web app has one UI foundation, its own: it imports no other library', () => {
  const isOther = (imported: string) =>
    !imported.startsWith('src/') && !webPackages.test(imported) && !textPackages.test(imported)
  expect(forbidden(below('src/web'), isOther)).toEqual([])
})

test('screens do not import each other', () => {
  const others = forbidden(
    below('src/web/screens'),
    (imported, file) => imported.startsWith('src/web/screens/') && screenOf(imported) !== screenOf(file),
  )
  expect(others).toEqual([])
})

const filesWith = (folder: string, pattern: RegExp) =>
  below(folder)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()

test('the root of the server only starts the program: nothing below it imports from it, except the commands of the operator', () => {
  const isRoot = (path: string) => /^src\/server\/[^/]+$/.test(path)
  expect(
    below('src/server')
      .map(({ path }) => path)
      .filter(isRoot)
      .sort(),
  ).toEqual(['src/server/app.ts', 'src/server/clock.ts', 'src/server/main.ts', 'src/server/wiring.ts'])
  const lower = below('src/server').filter(({ path }) => !isRoot(path) && folderOf(path) !== 'src/server/operator')
  expect(forbidden(lower, isRoot)).toEqual([])
})

test('in the web app, keys are bound through the table of commands, and Escape through the layers', () => {
  const bindsKeys = /addEventListener\(\s*'key|\b(?:useHotkeys|getHotkeyHandler)\b/
  expect(filesWith('src/web', bindsKeys)).toEqual(['src/web/commands/use-command-keys.ts', 'src/web/ui/layers.ts'])
})

test('in the web app, nothing polls: only updates and the lease of a tab are checked at intervals', () => {
  expect(filesWith('src/web', /\bsetInterval\(/)).toEqual([
    'src/web/app/service-worker.ts',
    'src/web/deck/lease-holder.ts',
  ])
})

test('in the web app, state outside components is in the store, and the query cache holds only server data', () => {
  // The calendar day comes from the clock, and the size of the window from the browser.
  expect(filesWith('src/web', /\buseSyncExternalStore\b/)).toEqual([
    'src/web/tasks/today.ts',
    'src/web/ui/client-state.ts',
    'src/web/ui/use-window.ts',
  ])
  // The last session and the settings of its user are shown until the server has answered.
  expect(filesWith('src/web', /\binitialData\b/)).toEqual([
    'src/web/accounts/session.ts',
    'src/web/accounts/user-settings.ts',
  ])
})

const knowsFastify = /^src\/server\/(http\/.*|[\w-]+\/[\w-]*routes|app|main)\.ts$/

test('only http/, routes, app.ts and main.ts know Fastify', () => {
  const outside = below('src/server').filter(({ path }) => !knowsFastify.test(path))
  expect(forbidden(outside, (imported) => /^@?fastify\b/.test(imported))).toEqual([])
})

test('OpenTelemetry is loaded only when the settings name a collector', () => {
  const knows = sources.filter(({ imports }) => imports.some((imported) => imported.startsWith('@opentelemetry/')))
  expect(knows.map(({ path }) => path)).toEqual(['src/server/tracing/otlp.ts'])
  const atTheStart = sources.filter(({ text }) => /from '[^']*\/otlp\.ts'/.test(text))
  expect(atTheStart.map(({ path }) => path)).toEqual([])
})

test('only database/ knows an engine', () => {
  const outside = below('src/server').filter(({ path }) => folderOf(path) !== 'src/server/database')
  const engine = /^(pg|node:sqlite|src\/server\/database\/(sqlite|postgres)\.ts)$/
  expect(forbidden(outside, (imported) => engine.test(imported))).toEqual([])
})

test('only the rules of a noun import its table', () => {
  const wrong = forbidden(
    below('src/server'),
    (imported, file) =>
      /-table\.ts$/.test(imported) && (folderOf(imported) !== folderOf(file) || /routes\.ts$/.test(file)),
  )
  expect(wrong).toEqual([])
})

const statement = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|\w+Join)\(\s*'(\w+)/g

const owners: Record<string, string> = {
  answer_subjects: 'history',
  answers: 'history',
  attempts: 'accounts',
  caldav_todos: 'caldav',
  caldav_views: 'caldav',
  calendars: 'calendars',
  clock: 'jobs',
  decks: 'history',
  device_grants: 'tokens',
  epochs: 'database',
  events: 'history',
  files: 'files',
  first_account: 'accounts',
  git_references: 'git',
  heartbeats: 'database',
  schema_support: 'database',
  hook_deliveries: 'webhooks',
  hooks: 'webhooks',
  identities: 'accounts',
  import_sources: 'imports',
  installation: 'installation',
  invites: 'accounts',
  deliveries: 'deliveries',
  issue_sources: 'issue-sources',
  jobs: 'jobs',
  label_colours: 'labels',
  known_devices: 'accounts',
  labels: 'tasks',
  mail_links: 'mail',
  meeting_calendars: 'meetings',
  notes: 'notes',
  oauth_codes: 'oauth',
  oauth_grants: 'oauth',
  outgoing_hooks: 'outgoing-webhooks',
  outgoing_messages: 'outgoing-webhooks',
  pictures: 'accounts',
  push_keys: 'ways',
  passkey_challenges: 'passkeys',
  passkeys: 'passkeys',
  receipts: 'receipts',
  restrictions: 'restrictions',
  saved_views: 'views',
  security_events: 'security-events',
  operator_events: 'security-events',
  sessions: 'accounts',
  shares: 'shares',
  one_time_codes: 'second-factor',
  recovery_codes: 'second-factor',
  source_issues: 'issue-sources',
  started_sign_ins: 'accounts',
  tasks: 'tasks',
  tokens: 'tokens',
  trusted_devices: 'second-factor',
  uploads: 'files',
  users: 'accounts',
  ways: 'ways',
}

test('every table belongs to one noun, and only that noun names it in a statement', () => {
  const found: string[] = []
  const unknown = new Set<string>()
  for (const { path, text } of below('src/server')) {
    const [, , folder = ''] = path.split('/')
    if (folder === 'database' && path.includes('/migrations/')) continue
    const partsOfStatements = new Set([...text.matchAll(/\.with(?:Recursive)?\('(\w+)'/g)].map(([, name = '']) => name))
    for (const [, table = ''] of text.matchAll(statement)) {
      if (partsOfStatements.has(table)) continue
      const owner = owners[table]
      if (!owner) unknown.add(`${path}: ${table}`)
      else if (owner !== folder) found.push(`${path}: ${table}`)
    }
  }
  expect([...unknown]).toEqual([])
  expect(found).toEqual([])
})
