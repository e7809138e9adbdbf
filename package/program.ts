import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { isSea } from 'node:sea'
import packageInfo from '../package.json' with { type: 'json' }
import { runProgram } from '../src/cli/program.ts'
import { newestMigration } from '../src/server/database/migrations-in-folder.ts'
import { serve } from '../src/server/main.ts'
import { audit } from '../src/server/operator/audit.ts'
import { backup } from '../src/server/operator/backup.ts'
import { type Command, runCommand } from '../src/server/operator/command.ts'
import { deliveries } from '../src/server/operator/deliveries.ts'
import { healthCheck } from '../src/server/operator/health-check.ts'
import { invite } from '../src/server/operator/invite.ts'
import { moveFiles } from '../src/server/operator/move-files.ts'
import { resetPassword } from '../src/server/operator/reset-password.ts'
import { resetSecondFactor } from '../src/server/operator/reset-second-factor.ts'
import { restore } from '../src/server/operator/restore.ts'
import { sendTestMail } from '../src/server/operator/send-test-mail.ts'
import { users } from '../src/server/operator/users.ts'
import { unpackAssets } from './assets.ts'

/** The operator's commands, with the beginning of their error messages. */
const operatorCommands: Record<string, [failure: string, command: Command]> = {
  backup: ['The backup is not complete.', backup],
  restore: ['Nothing was restored.', restore],
  deliveries: ['The deliveries could not be listed.', deliveries],
  health: ['Taskdeck is not ready.', healthCheck],
  invite: ['No invitation was changed.', invite],
  'move-files': ['The files were not moved completely.', moveFiles],
  'send-test-mail': ['No mail was sent.', sendTestMail],
  'reset-second-factor': ['Nothing was changed.', resetSecondFactor],
  audit: ['The events could not be read.', audit],
  users: ['No account was changed.', users],
  'reset-password': ['No password was changed.', resetPassword],
}

const help = `Taskdeck ${packageInfo.version}

Usage:
  taskdeck-server                          starts the server
  taskdeck-server backup FOLDER            adds a backup to this folder, while the server runs
  taskdeck-server restore BACKUP           restores a backup into an empty database and DATA_DIR
  taskdeck-server invite [EMAIL]           prints a link with which somebody can sign up
  taskdeck-server reset-password EMAIL     prints a new password
  taskdeck-server reset-second-factor EMAIL  turns one-time codes off, for a lost phone
  taskdeck-server users list               lists accounts; also: disable, enable, delete, quota
  taskdeck-server audit                    lists security events as JSON lines
  taskdeck-server move-files FROM TO       copies all files to another place, such as object storage
  taskdeck-server deliveries               lists the reminders and mails that wait or were given up
  taskdeck-server send-test-mail ADDRESS   sends a mail, to try SMTP_URL and MAIL_FROM
  taskdeck-server health                   says whether the server on this machine is ready
  taskdeck-server cli COMMAND …            the command line for users; also as a link with the name taskdeck
  taskdeck-server --version, --help

Settings are environment variables, such as PORT=3000, HOST=localhost and DATA_DIR=./data. All are optional.`

/** The words that run the command line again. In the executable, the first argument is the name that it was called by, and no file. */
const commandLine = () => [process.execPath, ...(isSea() ? [] : [realpathSync(process.argv[1] ?? '')]), 'cli']

const build = { version: packageInfo.version, commit: process.env.TASKDECK_COMMIT || null }

/** The single executable: the server, the operator's commands and the command line in one program. */
async function main([name = 'serve', ...rest]: string[], env: NodeJS.ProcessEnv) {
  const operator = operatorCommands[name]
  if (operator) return runCommand(...operator, env, rest)
  if (name === 'cli') return runProgram(rest, env, commandLine)
  if (name === '--version')
    return console.log(
      `${build.version}${build.commit ? ` (commit ${build.commit}, schema ${await newestMigration()})` : ''}`,
    )
  if (name === '--help' || name === '-h' || name === 'help') return console.log(help)
  if (name === 'serve' && !rest.length) return serve(unpackAssets, build)
  process.stderr.write(`There is no command ${[name, ...rest].join(' ')}. See: taskdeck-server --help\n`)
  process.exitCode = 2
}

const args = process.argv.slice(2)
// A link to the executable with the name of the command line is the command line.
void main(basename(process.argv0) === 'taskdeck' ? ['cli', ...args] : args, process.env)
