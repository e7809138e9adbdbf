import type { CommandTable } from './command.ts'

/**
 * Every command, in the order of the help. To add one: write `commands/NAME.ts`, which exports `command = defineCommand({ … })`
 * (`commands/next.ts` is a short example), and add its line here. Help and completion follow from both. A command prints with
 * `context.print({ json, text, quiet })`, calls the server with `context.client().call(endpoint, input)`, and throws `usageError` or `refused`
 * of errors.ts. A command with commands of its own, such as `git install`, reads the first of its words. Describe it in docs/cli.md, and
 * test it as a process in `cli.test.ts`.
 */
export const commands: CommandTable = {
  help: { summary: 'Show the help of a command', load: () => import('./commands/help.ts') },
  next: { summary: 'Show the tasks to do next, with the reasons', load: () => import('./commands/next.ts') },
}
