import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findProgram } from '../scripts/debian.mjs'
import { startProcess } from '../test/process.ts'

const out = join(import.meta.dirname, 'out')
/** The packages of Debian with the libraries that the executable names. */
const packages = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1']

/** How Debian, QEMU and the dynamic linker call a processor. */
const names: Record<string, { debian: string; qemu: string; linker: string }> = {
  x64: { debian: 'amd64', qemu: 'x86_64', linker: '/lib64/ld-linux-x86-64.so.2' },
  arm64: { debian: 'arm64', qemu: 'aarch64', linker: '/lib/ld-linux-aarch64.so.1' },
}

/** Why the executable for an architecture cannot be run on this machine; undefined if it can. */
export function missingFor(arch: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'that needs Linux and root'
  if (arch === process.arch || emulatorOf(arch)) return undefined
  return `install qemu-user-static, or run --check on a machine with a processor of the kind ${arch}`
}

const emulatorOf = (arch: string) => findProgram(`qemu-${names[arch]?.qemu}-static`)

/** A root folder that contains only an executable, the shared libraries that it names, and if the processor is another one, its emulator. */
export function emptyRoot(file: string, arch: string) {
  const root = mkdtempSync(join(tmpdir(), 'taskdeck-root-'))
  const add = (path: string, source: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    copyFileSync(source, join(root, path))
  }
  const libraries = arch === process.arch ? ownLibraries(file) : foreignLibraries(arch)
  for (const [path, source] of libraries) add(path, source)
  add('/taskdeck-server', file)
  mkdirSync(join(root, 'srv'))
  const emulator = arch === process.arch ? undefined : emulatorOf(arch)
  if (emulator) add('/emulator', emulator)
  return {
    libraries: libraries.map(([path]) => basename(path)),
    emulator: emulator && basename(emulator),
    run: (args: string[], env: Record<string, string>) =>
      startProcess('chroot', [root, ...(emulator ? ['/emulator'] : []), '/taskdeck-server', ...args], { env }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

type Library = [path: string, source: string]

function ownLibraries(file: string): Library[] {
  const listed = execFileSync('ldd', [file], { encoding: 'utf8' })
  return [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => [path, path])
}

/** The libraries of Debian's packages for another processor. Nothing is installed, and the settings of apt are not changed. */
function foreignLibraries(arch: string): Library[] {
  const { debian = '', linker = '' } = names[arch] ?? {}
  const folder = join(out, `libraries-${arch}`)
  if (!existsSync(folder)) download(debian, folder)
  // Node for this machine needs the same ones, except for the linker.
  const needed = new Set(ownLibraries(process.execPath).map(([path]) => basename(path)))
  const found = globSync(join(folder, 'root/**/*.so.*')).filter((path) => needed.has(basename(path)))
  const [source = ''] = globSync(join(folder, 'root/{lib,usr/lib}/*', basename(linker)))
  return [...found.map((path): Library => [join('/lib', basename(path)), path]), [linker, source]]
}

function download(debian: string, folder: string) {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  for (const name of ['lists/partial', 'cache/archives/partial', 'packages', 'root']) {
    mkdirSync(join(unfinished, name), { recursive: true })
  }
  // Packages of this machine are of no use for another processor.
  writeFileSync(join(unfinished, 'status'), '')
  const options = [
    `APT::Architecture=${debian}`,
    `APT::Architectures=${debian}`,
    `Dir::State::lists=${join(unfinished, 'lists')}`,
    `Dir::State::status=${join(unfinished, 'status')}`,
    `Dir::Cache=${join(unfinished, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  const apt = (...args: string[]) =>
    execFileSync('apt-get', [...options, '-qq', ...args], { cwd: join(unfinished, 'packages'), stdio: 'ignore' })
  apt('update')
  apt('download', ...packages)
  for (const file of globSync(join(unfinished, 'packages/*.deb'))) {
    execFileSync('dpkg-deb', ['-x', file, join(unfinished, 'root')])
  }
  renameSync(unfinished, folder)
}
