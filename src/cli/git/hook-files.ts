import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { shellWord } from '../shell-word.ts'

/** The hooks that Taskdeck uses: one writes the trailer, the others look whether the main branch has new commits. */
export const hookNames = ['commit-msg', 'post-commit', 'post-merge', 'post-rewrite'] as const
export type HookName = (typeof hookNames)[number]

const begin = '# >>> taskdeck: added by "taskdeck git install", removed by "taskdeck git uninstall" >>>'
const end = '# <<< taskdeck <<<'
const aside = '.before-taskdeck'
/** The beginning of a file that is ours alone. */
const own = '#!/bin/sh\n# Made by taskdeck.\n'

/** The main branch has other commits than those that were reported. Checked without Node, because a rebase runs hooks for every commit. */
const hasNews = [
  'taskdeck_state="$(git rev-parse --git-common-dir 2>/dev/null)/taskdeck/reported"',
  'if [ -f "$taskdeck_state" ] && read -r taskdeck_hash taskdeck_ref < "$taskdeck_state" &&',
  '  taskdeck_tip="$(git rev-parse --quiet --verify "$taskdeck_ref")" && [ "$taskdeck_tip" != "$taskdeck_hash" ]; then',
]

/**
 * The message may need a trailer, because the branch is named after a number, or there is something to tell about other authors. Checked
 * without Node, which takes much longer to start than the commit itself.
 */
const hasMessageWork = [
  'taskdeck_notes="$(git rev-parse --git-common-dir 2>/dev/null)/taskdeck/other-authors"',
  'case "$(git symbolic-ref --quiet --short HEAD)" in *[0-9]*) taskdeck_work=1 ;; *) taskdeck_work= ;; esac',
  `if [ -n "$taskdeck_work" ] || { [ -f "$taskdeck_notes" ] && grep -qv ' told$' "$taskdeck_notes"; }; then`,
]

/** The lines of a hook. They never fail and never wait for the server; without the program they do nothing. */
function blockOf(name: HookName, program: readonly string[]): string {
  const isMessage = name === 'commit-msg'
  const words = isMessage ? 'git hook commit-msg "$@" </dev/null || :' : 'git sync --quiet </dev/null >/dev/null 2>&1 &'
  const files = program.filter((word) => isAbsolute(word))
  const areThere = files.map((file, index) => `[ ${index ? '-f' : '-x'} ${shellWord(file)} ]`)
  const run = [
    `if ${areThere.join(' && ')}; then`,
    `  ${program.map(shellWord).join(' ')} ${words}`,
    'elif command -v taskdeck >/dev/null 2>&1; then',
    `  taskdeck ${words}`,
    'fi',
  ]
  const condition = isMessage ? hasMessageWork : hasNews
  return [begin, ...condition, ...run.map((line) => `  ${line}`), 'fi', end, ''].join('\n')
}

/** A hook of our own runs the former one, which may be a program in any language, and ends with its result. */
const callFormer = `if [ -x "$0${aside}" ]; then exec "$0${aside}" "$@"; fi\n`

const shell = /^#!.*\b(?:ba|da|k|z)?sh\b.*\n/

/** Where a hook stands: not there, of others only, ours alone or in front of others. */
function stateOf(path: string) {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file) return { kind: 'absent' as const }
  if (!file.isFile() || !(file.mode & 0o111)) return { kind: 'foreign' as const }
  const text = readFileSync(path, 'utf8')
  if (text.includes(begin)) return { kind: 'ours' as const, text }
  const first = shell.exec(text)?.[0]
  return first ? { kind: 'shell' as const, text, first } : { kind: 'foreign' as const }
}

const program = (path: string, text: string) => {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Adds the lines to every hook. Hooks that exist run as before: our lines stand in front of a shell script, or call another program. */
export function addHooks(folder: string, run: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of hookNames) {
    const path = join(folder, name)
    removeHook(path)
    const state = stateOf(path)
    const block = blockOf(name, run)
    if (state.kind === 'shell') writeFileSync(path, state.first + block + state.text.slice(state.first.length))
    else {
      if (state.kind === 'foreign') renameSync(path, path + aside)
      program(path, `${own}${block}${state.kind === 'foreign' ? callFormer : ''}`)
    }
  }
}

/** Removes the lines, and brings every hook back to what it was. */
function removeHook(path: string): void {
  const state = stateOf(path)
  if (state.kind !== 'ours') return
  const [before = '', rest = ''] = state.text.split(`${begin}\n`)
  const after = rest.slice(rest.indexOf(`${end}\n`) + end.length + 1)
  if (existsSync(path + aside) && after === callFormer) renameSync(path + aside, path)
  else if (before === own) rmSync(path)
  else writeFileSync(path, before + after)
}

export function removeHooks(folder: string): void {
  for (const name of hookNames) removeHook(join(folder, name))
  // Git itself fills the folder with examples, so an empty one was made here.
  if (existsSync(folder) && !readdirSync(folder).length) rmdirSync(folder)
}

/** The hooks that have the lines. */
export const installedHooks = (folder: string): HookName[] =>
  hookNames.filter((name) => stateOf(join(folder, name)).kind === 'ours')

/** The lines for a hook that the user keeps in another place. */
export const linesFor = (name: HookName) =>
  name === 'commit-msg' ? 'taskdeck git hook commit-msg "$@" || :' : 'taskdeck git sync --quiet >/dev/null 2>&1 &'
