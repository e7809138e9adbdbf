import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'

interface Locked {
  version?: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * The packages that are in a release, in the format of CycloneDX: those that the sources import, with all that they depend on, in the
 * versions of the lockfile, and Node. Two releases of the same commit have the same list.
 */
export function sbom(root: string, { version, time }: { version: string; time: string }): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const components = [...closure(packages, importedBy(root))]
    .sort()
    .map((path) => component(path, packages[path] ?? {}))
  const text = JSON.stringify(components)
  const [a, b, c, d, e] =
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(createHash('sha256').update(text).digest('hex'))?.slice(1) ?? []
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${a}-${b}-5${c}-8${d}-${e}`,
    version: 1,
    metadata: { timestamp: time, component: { type: 'application', name: 'taskdeck', version } },
    components: [
      {
        type: 'platform',
        name: 'node',
        version: process.versions.node,
        purl: `pkg:generic/node@${process.versions.node}`,
      },
      ...components,
    ],
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** The packages that the program, the web app or the command line import. Their tests do not count. */
function importedBy(root: string): Set<string> {
  const sources = globSync(['src/**/*.{ts,tsx,css}', 'package/program.ts'], { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  const names = new Set<string>()
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from|import)[ (]+['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)[^'"]*['"]/g)) {
      if (!builtinModules.includes(name) && !name.startsWith('node:')) names.add(name)
    }
  }
  return names
}

/** The paths in the lockfile of these packages and of all that they depend on. */
function closure(packages: Record<string, Locked>, names: Set<string>): Set<string> {
  const found = new Set<string>()
  const waiting = [...names].map((name): [from: string, name: string] => ['', name])
  for (const [from, name] of waiting) {
    const path = resolved(packages, from, name)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      waiting.push([path, next])
  }
  return found
}

/** Where Node finds a package that another one imports. */
function resolved(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

function component(path: string, { version = '', integrity = '', license }: Locked) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [algorithm, hash = ''] = integrity.split('-')
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
    ...(license ? { licenses: [{ expression: license }] } : {}),
  }
}
