import { spawnSync } from 'node:child_process'

/** The end of a git command. */
export interface GitResult {
  isDone: boolean
  output: string
  /** The reason of a failure, in git's words. */
  problem: string
}

/** Commit messages of a long history. */
const maxOutputBytes = 64 * 1024 * 1024

/** Runs git in a folder. It fails like a git command that fails if git is not installed. */
export function runGit(folder: string, args: string[], input = ''): GitResult {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: maxOutputBytes,
    env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
  })
  const problem = (error?.message ?? stderr ?? '').trim().replace(/^(fatal|error): /, '')
  return { isDone: status === 0, output: (stdout ?? '').replace(/\n$/, ''), problem }
}
