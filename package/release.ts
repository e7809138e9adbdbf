import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import packageInfo from '../package.json' with { type: 'json' }
import { bundleProgram } from './bundle.ts'
import { buildExecutable } from './executable.ts'
import { notesOf } from './release-notes.ts'
import { sbom } from './sbom.ts'

// npm run release   builds everything that is published with a release, in package/out/release

const root = join(import.meta.dirname, '..')
const out = join(import.meta.dirname, 'out')
const release = join(out, 'release')
const { version } = packageInfo

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
if (git('status', '--porcelain')) {
  process.stderr.write('There are changes that are not committed. A release is made of a commit: commit them first.\n')
  process.exit(1)
}
const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
if (notes === undefined) {
  process.stderr.write(`CHANGELOG.md has no section for ${version}: name the section *Unreleased* after it first.\n`)
  process.exit(1)
}

rmSync(release, { recursive: true, force: true })
mkdirSync(release, { recursive: true })
const bundle = await bundleProgram(out)
for (const arch of ['x64', 'arm64']) {
  const executable = buildExecutable(bundle, arch, out)
  copyFileSync(executable, join(release, `taskdeck-server-linux-${arch}`))
}
cpSync(join(root, 'dist/cli/taskdeck.mjs'), join(release, 'taskdeck.mjs'))
writeFileSync(join(release, `taskdeck-${version}-deploy.tar.gz`), deployFiles())
writeFileSync(join(release, 'sbom.cdx.json'), sbom(root, { version, time: git('log', '-1', '--format=%cI') }))
writeFileSync(join(release, 'NOTES.md'), notes)
const sums = readdirSync(release)
  .sort()
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(release, file)))
        .digest('hex')}  ${file}\n`,
  )
writeFileSync(join(release, 'SHA256SUMS'), sums.join(''))
process.stdout.write(`${release}\n${sums.join('')}`)

/** The files of the image and the examples for operators, as git stores them, with the time of the commit. */
function deployFiles(): Buffer {
  const tar = execFileSync(
    'git',
    ['archive', '--prefix', `taskdeck-${version}/`, 'HEAD', 'deploy', 'docs', 'README.md', 'LICENSE'],
    {
      cwd: root,
      maxBuffer: 256 * 1024 ** 2,
    },
  )
  return gzipSync(tar, { level: 9 })
}
