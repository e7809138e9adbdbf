import { expect, test } from 'vitest'
import { hasCalDavClients, hasLitmus } from '../../../scripts/test-programs.mjs'
import { testApp } from '../../../test/app.ts'
import { davClient } from '../../../test/caldav.ts'
import { litmus, pythonCalDav, vdirsyncer } from '../../../test/caldav-programs.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

/** A server at a real socket, with a user and an account for a client. */
async function served() {
  const app = await testApp({ listens: true })
  const ana = app.as('ana')
  const { email, token, path } = await davClient(app, ana, { name: 'Client' })
  const address = app.app.server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://127.0.0.1:${address.port}/dav/`
  return { ana, account: { url, email, token }, list: new URL(path, url) }
}

const byTitle = (tasks: Awaited<ReturnType<typeof listTasks>>, title: string) =>
  tasks.find((one) => one.title === title)

if (hasCalDavClients()) {
  test('vdirsyncer and todoman take part: add, change, complete and delete on both sides', {
    tags: 'long',
  }, async () => {
    const { ana, account } = await served()
    await addTask(ana, { title: 'Pay, rent; heat', description: 'Line\nTwo', dueDate: '2027-01-31' })
    const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
    await addTask(ana, { title: 'Bins', dueDate: '2099-01-05', repeat })
    const { discover, sync, todo, files, texts } = await vdirsyncer(account)
    await discover()
    await sync()
    expect(await files()).toHaveLength(2)
    const list = await todo('list', '--sort', 'summary')
    expect(list).toContain('Pay, rent; heat')
    await todo('new', '--due', '2027-02-01', '--priority', 'high', 'From the shell')
    const idOf = async (title: string) =>
      new RegExp(`^\\s*\\[.\\]\\s+(\\d+).*${title}`, 'm').exec(await todo('list'))?.[1] ?? ''
    await todo('done', await idOf('Pay, rent'))
    await todo('done', await idOf('Bins'))
    await sync()
    const tasks = await listTasks(ana)
    expect(byTitle(tasks, 'From the shell')).toMatchObject({ dueDate: '2027-02-01T00:00:00.000Z' })
    expect(byTitle(tasks, 'Pay, rent; heat')).toMatchObject({ status: 'Completed', description: 'Line\nTwo' })
    // Todoman adds a completed copy, and moves the series.
    const series = tasks.filter(({ title }) => title === 'Bins')
    expect(series.map(({ status, dueDate }) => [status, dueDate?.slice(0, 10)]).sort()).toEqual([
      ['Completed', '2099-01-05'],
      ['Pending', '2099-01-12'],
    ])
    await sync()
    const shell = byTitle(tasks, 'From the shell')
    await ana.put(`/tasks/updateTask/${shell?._id}`, { title: 'Renamed in the browser' })
    await ana.delete(`/tasks/deleteTask/${byTitle(tasks, 'Pay, rent; heat')?._id}`)
    await sync()
    const all = (await texts()).join('')
    expect(all).toContain('SUMMARY:Renamed in the browser')
    expect(all).not.toContain('Pay')
    await todo('delete', '--yes', await idOf('Renamed'))
    await sync()
    expect((await listTasks(ana)).map(({ title }) => title)).toEqual(['Bins', 'Bins'])
    expect(await sync()).not.toMatch(/Copying|Deleting|error/)
  })

  test('python3-caldav takes part: it searches, adds, completes and follows the token', { tags: 'long' }, async () => {
    const { ana, account } = await served()
    await addTask(ana, { title: 'Read', dueDate: '2027-01-31', labels: ['home'] })
    const repeat = { rule: 'FREQ=DAILY;INTERVAL=2', from: 'due' }
    await addTask(ana, { title: 'Water', dueDate: '2099-01-01', repeat })
    const out = await pythonCalDav(
      account,
      `
found = todos.todos()
token = todos.objects_by_sync_token(load_objects=True)
made = todos.save_todo(summary="Added", due=datetime.date(2027, 2, 1), categories=["work"])
[read] = [one for one in found if one.icalendar_component["summary"] == "Read"]
read.icalendar_component["summary"] = "Read more"
read.save()
[water] = [one for one in todos.todos() if one.icalendar_component["summary"] == "Water"]
water.complete(handle_rrule=True)
token.sync()
gone = todos.todo_by_uid(made.icalendar_component["uid"])
after = sorted(str(one.icalendar_component["summary"]) for one in todos.todos(include_completed=True))
gone.delete()
print(json.dumps({"found": len(found), "after": after, "followed": len(list(token))}))
`,
    )
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
      ...{ found: 2, followed: 4 },
      after: ['Added', 'Read more', 'Water', 'Water'],
    })
    const tasks = await listTasks(ana)
    expect(tasks.map(({ title, status }) => [title, status]).sort()).toEqual([
      ['Read more', 'Pending'],
      ['Water', 'Completed'],
      ['Water', 'Pending'],
    ])
    expect(tasks.filter(({ repeat: rest }) => rest)).toHaveLength(1)
  })
}

if (hasLitmus()) {
  test('litmus finds nothing wrong but that clients can neither make lists nor set properties', {
    tags: 'long',
  }, async () => {
    const { account, list } = await served()
    const basic = await litmus(account, list, 'basic')
    expect(basic.failed, basic.output).toEqual(['delete_fragment', 'mkcol', 'mkcol_with_body'])
    expect(basic.passed).toEqual(
      expect.arrayContaining(['options', 'put_get', 'put_get_utf8_segment', 'put_no_parent', 'delete', 'delete_null']),
    )
    expect(basic.output).not.toContain('should be 409')
    const props = await litmus(account, list, 'props')
    expect(props.failed, props.output).toEqual(['propset', 'propmanyns', 'propget'])
    expect(props.passed).toEqual(
      expect.arrayContaining(['propfind_invalid', 'propfind_invalid2', 'propfind_d0', 'propextended', 'propwformed']),
    )
    const http = await litmus(account, list, 'http')
    expect([http.failed, http.passed], http.output).toEqual([[], ['init', 'begin', 'expect100', 'finish']])
  })
}
