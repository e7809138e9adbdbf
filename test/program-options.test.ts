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

// One start each, because loading a program is what costs: with a wrong option it prints its usage, too.
test.for(programs)('%s names an unknown option, and prints how to call it', { tags: 'long' }, async (program) => {
  const { code, output } = await run(program, '--onlly', 'x')
  expect(code).toBe(1)
  expect(output).toMatch(/^Unknown option '--onlly'.*\n\nnpm run /s)
})

test('--help prints how to call a program, and nothing else', { tags: 'long' }, async () => {
  const { code, output } = await run('torture/planted.ts', '--help')
  expect(code).toBe(0)
  expect(output).toMatch(/^npm run /)
})

test('an unknown name after --only is refused with those that exist', { tags: 'long' }, async () => {
  const { code, output } = await run('torture/run.ts', '--only', 'kils')
  expect(code).toBe(1)
  expect(output).toContain('There is no kils: choose from kills, ')
})
