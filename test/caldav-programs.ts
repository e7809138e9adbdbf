import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freshFolder } from './database.ts'
import { listen } from './hostile-server.ts'
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

/** Where litmus works, which is the list of the account. */
const litmusFolder = '/litmus/'

/** The texts that litmus writes, within to-dos. */
const asTodo = (uid: string, content: string) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTODO', `UID:${uid}`, 'SUMMARY:litmus'],
    ...[`X-TEXT:${Buffer.from(content).toString('hex')}`, 'END:VTODO', 'END:VCALENDAR', ''],
  ].join('\r\n')
const fromTodo = (todo: string) => {
  const [, hex = ''] = /^X-TEXT:(.*)/m.exec(todo.replace(/\r\n /g, '')) ?? []
  return Buffer.from(hex.trim(), 'hex').toString()
}

const without = (headers: Iterable<[string, string]>, names: string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !names.includes(name)))
const ofConnection = ['host', 'connection', 'keep-alive', 'te', 'transfer-encoding', 'expect']

/** Stands between litmus and a list: clients do not make lists, so the folder is there from the beginning, and texts become to-dos. */
const litmusServer = (list: URL) =>
  listen(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const sent = await text(request)
    if (url === litmusFolder && (method === 'MKCOL' || method === 'DELETE')) return void response.writeHead(201).end()
    const address = url.startsWith(litmusFolder) ? list.href + url.slice(litmusFolder.length) : list.origin + url
    const body = method === 'PUT' ? asTodo(Buffer.from(url).toString('hex'), sent) : sent
    const given = without(Object.entries(headers) as [string, string][], [...ofConnection, 'content-length'])
    const answer = await fetch(address, { method, headers: given, ...(body ? { body } : {}) })
    const content = await answer.text()
    const isTodo = answer.headers.get('content-type')?.startsWith('text/calendar')
    response.writeHead(answer.status, without(answer.headers, [...ofConnection, 'content-length', 'content-encoding']))
    response.end(isTodo ? fromTodo(content) : content.replaceAll(list.pathname, litmusFolder))
  })

/** Runs a suite of litmus in a list, and returns the names of its tests by their result. */
export async function litmus({ email, token }: DavAccount, list: URL, suite: string) {
  const folder = await freshFolder()
  const args = ['--htdocs', '/usr/share/litmus/htdocs', `${await litmusServer(list)}/`, email, token]
  const { ended, output } = startProcess(`/usr/libexec/litmus/${suite}`, args, { cwd: folder })
  await ended()
  const results = /\d+\. (\w+)\.+ (?:WARNING.*\n *\.+ )*(pass|FAIL|SKIPPED)/g
  const found = { pass: [], FAIL: [], SKIPPED: [] } as Record<string, string[]>
  for (const [, name = '', result = ''] of output().matchAll(results)) found[result]?.push(name)
  return { passed: found.pass, failed: found.FAIL, skipped: found.SKIPPED, output: output() }
}
