import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleProgram } from './bundle.ts'
import { checkExecutable } from './check.ts'
import { missingFor } from './machine.ts'

// npm run package                    both architectures, in package/out
// npm run package -- --arch x64      one of them
// npm run package -- --check         and runs them in an empty root folder; needs root, and qemu-user-static for the other processor

const architectures = ['x64', 'arm64']
const out = join(import.meta.dirname, 'out')
const { arch, check } = parseArgs({ options: { arch: { type: 'string' }, check: { type: 'boolean' } } }).values
if (arch !== undefined && !architectures.includes(arch)) {
  process.stderr.write(`--arch must be one of ${architectures.join(', ')}.\n`)
  process.exit(1)
}

mkdirSync(out, { recursive: true })
const bundle = await bundleProgram(out)
const executables = (arch ? [arch] : architectures).map((name) => [name, buildExecutable(name)] as const)
for (const [, file] of executables) console.log(`${file}  ${Math.round(statSync(file).size / 1_000_000)} MB`)
for (const [name, file] of check ? executables : []) {
  const missing = missingFor(name)
  if (!missing) await checkExecutable(file, name)
  else {
    process.stderr.write(`${file} was not run: ${missing}.\n`)
    if (arch || name === process.arch) process.exitCode = 1
  }
}

function buildExecutable(name: string): string {
  const output = join(out, `taskdeck-server-linux-${name}`)
  const config = join(out, `sea-${name}.json`)
  const unfinished = `${output}.unfinished`
  writeFileSync(
    config,
    JSON.stringify({
      main: bundle.script,
      executable: nodeFor(name),
      output: unfinished,
      assets: bundle.assets,
      disableExperimentalSEAWarning: true,
      // Compiled code is for one processor.
      useCodeCache: name === process.arch,
    }),
  )
  execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(unfinished, output)
  return output
}

/** Node for an architecture: the one that runs this, or the same version from npm's package for the other one. */
function nodeFor(name: string): string {
  if (name === process.arch && process.platform === 'linux') return process.execPath
  const wanted = `node-linux-${name}@${process.versions.node}`
  const folder = join(out, wanted)
  const binary = join(folder, 'package/bin/node')
  if (existsSync(binary)) return binary
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  // npm checks the hash of the package.
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', unfinished, wanted], {
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', join(unfinished, packed.trim()), '-C', unfinished, 'package/bin/node'])
  rmSync(join(unfinished, packed.trim()))
  renameSync(unfinished, folder)
  return binary
}
