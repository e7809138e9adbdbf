import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder } from './database.ts'
import { startProcess } from './process.ts'

/** The account of a user for a CalDAV client. */
export interface DavAccount {
  /** The address of the server, such as `http://127.0.0.1:1234/dav/`. */
  url: string
  email: string
  token: string
}

/** Runs a program until it ends, and returns what it has written. Fails with that if it reports an error. */
export async function runProgram(command: string, args: string[], options: { cwd: string; input?: string }) {
  const env = { LC_ALL: 'C.UTF-8', HOME: options.cwd, XDG_CONFIG_HOME: options.cwd, TZ: 'UTC' }
  const { process, ended, output } = startProcess(command, args, { cwd: options.cwd, env })
  process.stdin.end(options.input ?? '')
  const code = await ended()
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output()}`)
  return output()
}

/** A folder that vdirsyncer keeps equal to the account, and todoman on top of it. */
export async function vdirsyncer({ url, email, token }: DavAccount) {
  const folder = await freshFolder()
  const [local, config, todoman] = ['todos', 'vdirsyncer.ini', 'todoman.py'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(local)
  await writeFile(
    config,
    `[general]
status_path = "${join(folder, 'status')}/"
[pair todos]
a = "here"
b = "there"
collections = ["from b"]
conflict_resolution = "b wins"
[storage here]
type = "filesystem"
path = "${local}/"
fileext = ".ics"
[storage there]
type = "caldav"
url = "${url}"
username = "${email}"
password = "${token}"
item_types = ["VTODO"]
`,
  )
  await writeFile(
    todoman,
    `path = "${local}/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "tasks"
default_due = 0
cache_path = "${join(folder, 'todoman.sqlite')}"
`,
  )
  const files = async () => (await readdir(join(local, 'tasks'))).filter((name) => name.endsWith('.ics'))
  return {
    discover: () => runProgram('vdirsyncer', ['-c', config, 'discover'], { cwd: folder, input: 'y\ny\ny\n' }),
    sync: () => runProgram('vdirsyncer', ['-c', config, 'sync'], { cwd: folder }),
    todo: (...args: string[]) => runProgram('todoman', ['--config', todoman, ...args], { cwd: folder }),
    files,
    texts: async () => Promise.all((await files()).map((name) => readFile(join(local, 'tasks', name), 'utf8'))),
  }
}

/** Debian's own interpreter: another one on the path has other libraries. */
const debianPython = '/usr/bin/python3'

/** Runs a script with python3-caldav, which has `client`, `todos` (the list) and `caldav`. */
export async function pythonCalDav({ url, email, token }: DavAccount, script: string) {
  const folder = await freshFolder()
  const lines = `import caldav, datetime, json
client = caldav.DAVClient(url=${JSON.stringify(url)}, username=${JSON.stringify(email)}, password=${JSON.stringify(token)})
todos = [one for one in client.principal().calendars() if one.name == "Taskdeck"][0]
${script}`
  const file = join(folder, 'client.py')
  await writeFile(file, lines)
  return runProgram(debianPython, [file], { cwd: folder })
}
