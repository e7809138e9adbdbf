import { breakCall, expect, expectComplaints, expectUsable, test } from './taskdeck.ts'

test('the settings have all that an app asks for: the address, the user name, a token and the lists; the app then writes tasks', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: person, playwright, taskdeck }) => {
  const address = '/list?label=home'
  const { view } = await (await page.request.post('/views', { data: { name: 'At home', address } })).json()
  await page.goto('#/settings/access')
  const section = page.getByRole('region', { name: 'Other apps' })
  await expect(section.getByRole('textbox', { name: 'Server' })).toHaveValue(`${taskdeck.origin}/dav/`)
  await expect(section.getByRole('textbox', { name: 'User name' })).toHaveValue(person.email)
  await expect(section.getByRole('term')).toHaveText([
    'Reminders on iPhone and iPad',
    'Reminders on a Mac',
    'Tasks.org on Android',
    'Thunderbird',
  ])
  await expect(section.getByRole('definition')).toHaveCount(4)
  await expect(section.getByRole('note')).toHaveCount(0)
  const copy = section.getByRole('button', { name: 'Copy the server' })
  await copy.scrollIntoViewIfNeeded()
  await copy.click()
  await expect(page.getByText(/Server copied\.|does not allow copying/)).toBeVisible()
  await expectUsable(page)

  const all = section.getByRole('checkbox', { name: /^Taskdeck: all open tasks/ })
  await expect(all).toBeChecked()
  await expect(all).toBeDisabled()
  await section.getByRole('checkbox', { name: 'At home' }).check()
  await expect.poll(async () => (await (await page.request.get('/caldav')).json()).views).toEqual([view.id])

  await section.getByRole('button', { name: 'New token for an app' }).click()
  const form = page.getByRole('dialog', { name: 'New token' })
  await expect(form.getByLabel('Read and write')).toBeChecked()
  await expect(form.getByLabel('Expires')).toHaveValue('never')
  await form.getByLabel('Name').fill('Tasks.org')
  await form.getByRole('button', { name: 'Make token' }).click()
  const made = page.getByRole('dialog', { name: 'Token Tasks.org' })
  const token = await made.getByLabel('Token').inputValue()
  await expectUsable(page)
  await made.getByRole('button', { name: 'Done' }).click()

  const app = await playwright.request.newContext({
    extraHTTPHeaders: { authorization: `Basic ${Buffer.from(`${person.email}:${token}`).toString('base64')}` },
  })
  const server = await section.getByRole('textbox', { name: 'Server' }).inputValue()
  const ask = (url: string, depth: string, name: string) =>
    app.fetch(url, {
      method: 'PROPFIND',
      headers: { depth, 'content-type': 'application/xml' },
      data: `<propfind xmlns="DAV:"><prop>${name}</prop></propfind>`,
    })
  const found = await ask(server, '0', '<calendar-home-set xmlns="urn:ietf:params:xml:ns:caldav"/>')
  const [, home] = /calendar-home-set><D:href>([^<]*)</.exec(await found.text()) ?? []
  const lists = await ask(`${taskdeck.origin}${home}`, '1', '<displayname/>')
  expect(lists.status()).toBe(207)
  const text = await lists.text()
  for (const name of ['Taskdeck', 'At home']) expect(text).toContain(`<D:displayname>${name}</D:displayname>`)
  const [, list] = /<D:href>([^<]*\/tasks\/)<\/D:href>/.exec(text) ?? []
  const todo = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTODO', 'UID:app-1', 'SUMMARY:From the phone'],
    ...['CATEGORIES:home', 'END:VTODO', 'END:VCALENDAR', ''],
  ].join('\r\n')
  const put = await app.put(`${taskdeck.origin}${list}app-1.ics`, {
    headers: { 'content-type': 'text/calendar' },
    data: todo,
  })
  expect(put.status()).toBe(201)
  await app.dispose()
  await page.goto(`#/task/1`)
  await expect(page.getByRole('heading', { name: 'From the phone' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('You via Tasks.org created this task')
})

test('an address that cannot be loaded is asked for again', async ({ page, signedIn: _, complaints }) => {
  const mend = await breakCall(page, '**/caldav', { status: 500, json: {} })
  await page.goto('#/settings/access')
  const section = page.getByRole('region', { name: 'Other apps' })
  const again = section.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await mend()
  await again.click()
  await expect(section.getByRole('textbox', { name: 'Server' })).toBeVisible()
  await expectComplaints(complaints, 'status of 500')
})
