import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleProgram } from './bundle.ts'
import { checkExecutable } from './check.ts'
import { buildExecutable } from './executable.ts'
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
const executables = (arch ? [arch] : architectures).map((name) => [name, buildExecutable(bundle, name, out)] as const)
for (const [, file] of executables) console.log(`${file}  ${Math.round(statSync(file).size / 1_000_000)} MB`)
for (const [name, file] of check ? executables : []) {
  const missing = missingFor(name)
  if (!missing) await checkExecutable(file, name)
  else {
    process.stderr.write(`${file} was not run: ${missing}.\n`)
    if (arch || name === process.arch) process.exitCode = 1
  }
}
