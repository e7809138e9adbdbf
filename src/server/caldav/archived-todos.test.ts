import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { archiveBytes, importArchive, readArchive } from '../../../test/archives.ts'
import { davClient, todoText } from '../../../test/caldav.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

test.for(engines)(
  '%s: an app goes on with the same to-dos and lists in the account that an archive was imported into',
  async (engine) => {
    const app = await testApp({ engine })
    const [ana, cleo] = [app.as('ana'), app.as('cleo')]
    const before = await davClient(app, ana)
    const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
    const water = await addTask(ana, { title: 'Water', dueDate: '2099-01-05', repeat })
    const own = todoText('uid-1', 'SUMMARY:Own', 'X-APPLE-SORT-ORDER:12')
    expect((await before.send('PUT', 'own.ics', own)).status).toBe(201)
    // The next task of the series goes on at the address of the first one.
    const { text, headers } = await before.send('GET', `${water._id}.ics`)
    const moved = text.replace(/PRODID:[^\r]*/, 'PRODID:tasks.org').replaceAll('20990105', '20990112')
    const ifMatch = `${headers.etag}`
    expect((await before.send('PUT', `${water._id}.ics`, moved, { ifMatch })).status).toBe(204)
    const { view } = (await ana.post('/views', { name: 'High', address: '/list?priority=High' })).body
    await ana.post('/views', { name: 'Low', address: '/list?priority=Low' })
    await ana.put('/caldav/views', { views: [view.id] })

    // A to-do that has the UID already keeps it.
    const after = await davClient(app, cleo)
    expect((await after.send('PUT', 'other.ics', todoText('uid-1', 'SUMMARY:Of Cleo'))).status).toBe(201)
    const archive = await archiveBytes(app.app, ana)
    // The page of an archive has nothing to show of it.
    expect((await readArchive(archive)).text('index.html')).not.toContain('"record":"todo"')
    expect((await importArchive(cleo, archive)).status).toBe(200)

    const names = Object.keys((await after.sync()).tags)
    const imported = (await listTasks(cleo)).find(({ title }) => title === 'Own')
    expect(names.sort()).toEqual(
      ['other.ics', `${imported?._id}.ics`, `${water._id}.ics`, `${water._id}-done.ics`].sort(),
    )
    const gone = (await after.send('GET', `${imported?._id}.ics`)).text
    expect([gone, gone]).toEqual([
      expect.stringContaining('X-APPLE-SORT-ORDER:12'),
      expect.stringContaining(`UID:${imported?._id}`),
    ])
    expect((await after.send('GET', `${water._id}.ics`)).text).toContain('DUE;VALUE=DATE:20990112')
    expect((await cleo.get('/caldav')).body.views).toEqual([view.id])
  },
)
