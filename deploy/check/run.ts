import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkCompose, checkKubernetes, composeNeeds } from './containers.ts'
import { checkImage, executableFor } from './image.ts'
import { read } from './names.ts'
import { has, run } from './tools.ts'

// npm run check-deploy: checks deploy/ with the tools that this machine has, and says what it could not check.
// npm run check-deploy -- --without-image: leaves out the part that takes long.
// On Debian: apt install prometheus haproxy patroni python3-etcd postgresql-15 buildah shellcheck docker-compose, and npm run package for the image.

interface Check {
  title: string
  /** Why this machine cannot do the check; undefined if it can. */
  missing: string | undefined
  check: () => string | Promise<string>
}

const { 'without-image': withoutImage } = parseArgs({ options: { 'without-image': { type: 'boolean' } } }).values
const needs = (program: string) => (has(program) ? undefined : `${program} is not installed`)
const scripts = ['deploy/storage.sh', 'deploy/archive-wal.sh', 'deploy/patroni/create-database.sh']
/** The least that `systemd-analyze security` may rate the unit with, in tenths. */
const maxExposure = 20

function checkUnit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taskdeck-unit-'))
  const copy = join(folder, 'taskdeck.service')
  // The executable may not be installed here.
  writeFileSync(copy, read('deploy/taskdeck.service').replace(/^ExecStart=.*/m, 'ExecStart=/bin/true'))
  try {
    run('systemd-analyze', ['verify', '--man=no', copy])
    const table = run('systemd-analyze', ['security', '--offline=yes', `--threshold=${maxExposure}`, copy])
    return /exposure level[^:]*: ([\d.]+)/.exec(table)?.[0] ?? 'verified'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function checkPatroni(): string {
  const example = read('deploy/patroni/server.env.example').matchAll(/^(PATRONI_[A-Z0-9_]+)=(.*)$/gm)
  const env = Object.fromEntries([...example].map(([, name, value]) => [name, value || 'x']))
  run('patroni', ['--validate-config', 'deploy/patroni/patroni.yml'], { env })
  return 'patroni --validate-config'
}

function checkRules(): string {
  run('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yaml'])
  run('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: 'deploy/prometheus' })
  return 'promtool check rules, promtool test rules'
}

const imageNeeds = () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
  if (!existsSync(executableFor(process.arch))) return `${executableFor(process.arch)} is missing: npm run package`
  return needs('buildah') ?? needs('unshare')
}

const checks: Check[] = [
  { title: 'alert rules', missing: needs('promtool'), check: checkRules },
  {
    title: 'balancer',
    missing: needs('haproxy'),
    check: () => {
      run('haproxy', ['-c', '-q', '-f', 'deploy/haproxy.cfg'])
      return 'haproxy -c'
    },
  },
  { title: 'Patroni', missing: needs('patroni'), check: checkPatroni },
  { title: 'systemd unit', missing: needs('systemd-analyze'), check: checkUnit },
  {
    title: 'shell scripts',
    missing: needs('bash'),
    check: () => {
      for (const script of scripts) run(read(script).startsWith('#!/bin/sh') ? 'sh' : 'bash', ['-n', script])
      if (!has('shellcheck')) return 'bash -n only: shellcheck is not installed'
      run('shellcheck', scripts)
      return 'shellcheck'
    },
  },
  {
    title: 'compose files',
    missing: composeNeeds(),
    check: checkCompose,
  },
  { title: 'Kubernetes', missing: undefined, check: checkKubernetes },
  {
    title: 'image',
    missing: imageNeeds(),
    check: async () => {
      const seen = await checkImage((text) => {
        if (has('promtool')) run('promtool', ['check', 'metrics'], { input: text })
      })
      return seen.join('; ')
    },
  },
]

let failed = 0
let unchecked = 0
const wanted = checks.filter(({ title }) => !withoutImage || title !== 'image')
for (const { title, missing, check } of wanted) {
  if (missing) {
    unchecked++
    console.log(`not checked  ${title}: ${missing}`)
    continue
  }
  try {
    console.log(`ok           ${title}: ${await check()}`)
  } catch (error) {
    failed++
    console.log(`FAILED       ${title}: ${(error as Error).message}`)
  }
}
console.log(`${wanted.length - failed - unchecked} ok, ${failed} failed, ${unchecked} not checked`)
if (failed) process.exitCode = 1
