import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskCalls } from '../contract/calls/tasks.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { withChange } from './change-note.ts'
import type { Context } from './command.ts'
import { CliError, refused, usageError } from './errors.ts'
import { namingMissing } from './missing-tasks.ts'
import { shellWord } from './shell-word.ts'
import { nameOf } from './tasks.ts'

/** Opens the title and the description of a task in an editor, and saves them unless they are as before. */
export async function editText(context: Context, id: string) {
  const { terminal, env } = context
  const editor = env.VISUAL || env.EDITOR
  if (!terminal.canAsk)
    throw usageError(
      'What to change?',
      'Give changes, such as --title "Fix login". An editor opens only in a terminal.',
    )
  if (!editor) throw usageError('No editor is set.', 'Set EDITOR, such as: export EDITOR=nano')
  /** In the shape of every edit; the text alone completes nothing. */
  const print = (shown: Task, change: number | null, did: string) =>
    context.print({
      json: { tasks: [shown], nextTasks: [], change, openParts: [] },
      text: () => withChange(terminal, did, change),
    })
  const client = context.client()
  const task = await namingMissing(client, [id], () => client.call(taskCalls.find, { params: { id } }))
  const folder = mkdtempSync(join(tmpdir(), 'taskdeck-'))
  const file = join(folder, `task-${task.number}.md`)
  writeFileSync(file, `${task.title}\n\n${task.description}\n`, { mode: 0o600 })
  // The setting may contain options, as in `code --wait`, so a shell reads it.
  const word = process.platform === 'win32' ? `"${file}"` : shellWord(file)
  const { status, error } = spawnSync(`${editor} ${word}`, { stdio: 'inherit', shell: true })
  if (error || status !== 0) throw refused(`The editor ended with an error. Your text is in ${file}.`)
  const [title = '', ...lines] = readFileSync(file, 'utf8').split('\n')
  const text = { title: title.trim(), description: lines.join('\n').trim() }
  if (!text.title) throw refused(`The first line is the title, and it is empty. Your text is in ${file}.`)
  if (text.title !== task.title || text.description !== task.description) await save()
  else print(task, null, `Nothing changed in ${nameOf(task)}`)
  rmSync(folder, { recursive: true, force: true })

  async function save() {
    try {
      const answer = await client.call(
        taskCalls.update,
        { params: { id }, body: text },
        { 'if-match': `"${task.version}"` },
      )
      print(answer.task, answer.change, `Updated ${nameOf(answer.task)}`)
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      const advice = `Your text is in ${file}. ${error.advice ?? 'Run the command again to edit the newer text.'}`
      throw new CliError(error.exitCode, error.message, { advice, code: error.code })
    }
  }
}
