import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { Bundle } from './bundle.ts'

/** Puts a bundle into a copy of Node for an architecture, and returns the executable. */
export function buildExecutable(bundle: Bundle, name: string, out: string): string {
  const output = join(out, `taskdeck-server-linux-${name}`)
  const config = join(out, `sea-${name}.json`)
  const unfinished = `${basename(output)}.unfinished`
  writeFileSync(
    config,
    JSON.stringify({
      // The executable contains this path, which must not tell where it was built.
      main: relative(out, bundle.script),
      executable: nodeFor(name, out),
      output: unfinished,
      assets: bundle.assets,
      disableExperimentalSEAWarning: true,
      // Compiled code differs from build to build, and is for one processor.
      useCodeCache: false,
    }),
  )
  execFileSync(process.execPath, ['--build-sea', config], { cwd: out, stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(join(out, unfinished), output)
  return output
}

/** Node for an architecture: the one that runs this, or the same version from npm's package for the other one. */
function nodeFor(name: string, out: string): string {
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
