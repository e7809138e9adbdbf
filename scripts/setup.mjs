// Runs before start, dev, test and bench on any installed Node, so it is plain JavaScript without imports. A step is
// skipped if its stamp shows that it was done for exactly these files.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installBrowser, wantsBrowser } from './browser.mjs'
import { canUseApt, installPackages } from './debian.mjs'
import { testPrograms } from './test-programs.mjs'

const oldestNode = 20
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const goal = process.argv[2]

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  stop(`Node ${process.versions.node} is too old: install Node ${oldestNode} or newer, then run the command again.`)
}

step({
  title: 'Installing packages',
  inputs: ['package-lock.json', 'package.json', '.npmrc'],
  stamp: join('node_modules', '.taskdeck-installed'),
  run: () => npm(['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']),
  mend: 'check the network and free disk space, then run the command again',
})
if (goal !== 'dev') {
  step({
    title: 'Building the web app',
    inputs: [
      ...[
        'src/web',
        'src/cli',
        'src/contract',
        'vite.config.ts',
        'vite.link.config.ts',
        'vite.precompress.ts',
        'vite.cli.config.ts',
      ],
      ...['package.json', 'package-lock.json'],
    ],
    stamp: join('dist', '.taskdeck-built'),
    run: () => npm(['run', '--silent', 'build']),
    mend: 'the lines above say what does not compile',
  })
}
if (goal === 'test' && wantsBrowser()) {
  say('Installing a browser for the tests …')
  if (!installBrowser()) {
    stop('No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH, then run npm test again.')
  }
}
for (const { title, isThere, packages, goals, without } of canUseApt ? testPrograms : []) {
  if (!goals.includes(goal) || isThere()) continue
  say(`Installing ${title} for the tests …`)
  if (!installPackages(...packages) || !isThere()) say(`Not installed. Not run: ${without}.`)
}

function step({ title, inputs, stamp, run, mend }) {
  const wanted = fingerprint(inputs)
  const stampFile = join(root, stamp)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  say(`${title} …`)
  const begun = Date.now()
  rmSync(stampFile, { force: true })
  if (!run()) stop(`${title} failed: ${mend}.`)
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
  say(`${title} took ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

/** The names and contents of all input files, and the platform that binaries were installed for. */
function fingerprint(inputs) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const input of inputs) {
    for (const file of filesBelow(input)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!/^src/.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}

function npm(args) {
  const cli = process.env.npm_execpath
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  const result = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  return result.status === 0
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
