import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a program of this repository, and returns its exit code and everything that it printed. */
const run = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
    })
  })

const programs = [
  'torture/run.ts',
  'torture/cluster/run.ts',
  'torture/planted.ts',
  'torture/black-box.ts',
  'bench/run.ts',
  'bench/capacity.ts',
]

test.for(programs)(
  '%s --help prints how to call it, and an unknown option is named',
  { tags: 'long' },
  async (program) => {
    const help = await run(program, '--help')
    expect(help.code).toBe(0)
    expect(help.output).toMatch(/^npm run /)
    const wrong = await run(program, '--onlly', 'x')
    expect(wrong.code).toBe(1)
    expect(wrong.output).toMatch(/^Unknown option '--onlly'/)
  },
)

test('an unknown name after --only is refused with those that exist', { tags: 'long' }, async () => {
  const { code, output } = await run('torture/run.ts', '--only', 'kils')
  expect(code).toBe(1)
  expect(output).toContain('There is no kils: choose from kills, ')
})
