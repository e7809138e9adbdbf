import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectComplaints, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'
import { isNarrow } from './touch.ts'

test.use({ timezoneId: 'UTC', settings: [{ ALLOWED_HOOK_HOSTS: '127.0.0.1' }, { scope: 'worker' }] })

/** Meetings of every day, each with its time, length and title. */
const daily = (...meetings: [time: string, minutes: number, title: string][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN'],
    ...meetings.flatMap(([time, minutes, title]) => [
      ...['BEGIN:VEVENT', `UID:${title}`, `SUMMARY:${title}`, `DTSTART:20260101T${time}00Z`, `DURATION:PT${minutes}M`],
      ...['LOCATION:Room 3', 'RRULE:FREQ=DAILY', 'END:VEVENT'],
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

/** A server of somebody's calendar. */
async function startCalendar() {
  const calendar = { status: 200, text: daily(['1030', 60, 'Planning'], ['1600', 30, 'Review']), address: '' }
  const server = createServer((_request, response) => response.writeHead(calendar.status).end(calendar.text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  calendar.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ics`
  return { calendar, stop: () => server.close() }
}

/** The meetings are around the present day of the server. There it is nine in the morning. */
const today = new Date().toISOString().slice(0, 10)
const openAtNine = (page: Page) => page.clock.install({ time: new Date(`${today}T09:00:00Z`) })

test('meetings of a calendar of others are added in the settings, shown on Today and in the calendar, change live, and stay without the server', {
  tag: '@phone',
}, async ({ page, signedIn: _, complaints }) => {
  const { calendar, stop } = await startCalendar()
  const isPhone = isNarrow(page)
  await addTasks(page, { title: 'Short', estimate: 1, dueDate: null }, { title: 'Long', estimate: 2, dueDate: null })
  await openAtNine(page)
  await page.goto('#/settings/calendars')
  const section = page.getByRole('region', { name: 'Calendars of others' })
  await expect(section).toContainText('No meetings are shown yet.')
  await section.getByRole('button', { name: 'Add a calendar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter a name.')
  await expect(dialog).toContainText('Enter a complete address')
  await dialog.getByLabel('Name').fill('Work')
  await dialog.getByLabel('Address').fill('http://10.1.2.3/calendar.ics')
  await dialog.getByLabel('teal').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByRole('alert')).toContainText('is not on the public internet')
  await expectComplaints(complaints, '400', 'Settings error')
  await dialog.getByLabel('Address').fill(calendar.address)
  await dialog.getByRole('button', { name: 'Add calendar' }).click()
  await expect(section).toContainText(/Work.*127\.0\.0\.1.*meetings/)
  await expect(page.locator('body')).not.toContainText('secret.ics')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('#/today')
  const agenda = () => (isPhone ? page.getByRole('button', { name: /^Agenda/ }).click() : undefined)
  const rows = page.getByRole('list', { name: /^Meetings/ }).getByRole('listitem')
  const reason = page.getByText('fits before your meeting at 10:30')
  await expect(reason).toHaveCount(1)
  await agenda()
  await expect(rows).toHaveText([/10:30.*Planning.*Room 3.*Work/, /16:00.*Review/])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await live(page)
  calendar.text = daily(['1100', 30, 'Planning'])
  const calendars = await page.evaluate(async () => (await fetch('/meetings/calendars')).json())
  await page.evaluate((id) => fetch(`/meetings/calendars/${id}/read`, { method: 'POST' }), calendars.calendars[0].id)
  await expect(rows).toHaveText([/11:00.*Planning/])

  await page.goto(`#/calendar?range=week`)
  const meeting = page.getByText(`Meeting: Planning, 11:00 to 11:30, Room 3, Work`)
  await expect(meeting.first()).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Meetings', exact: true }).click()
  await expect(meeting).toHaveCount(0)
  await page.getByRole('button', { name: 'Meetings', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(meeting.first()).toBeAttached()

  await page.route('**/meetings/**', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(meeting.first()).toBeAttached()
  await page.unroute('**/meetings/**')
  complaints.length = 0

  calendar.status = 404
  await page.goto('#/settings/calendars')
  await section.getByRole('button', { name: 'Read again: Work' }).click()
  await expect(section).toContainText('has no calendar at this address (404).')
  await expectAccessible(page)
  await expectComplaints(complaints, 'Calendar error')
  await section.getByRole('button', { name: 'Remove Work' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(section).toContainText('No meetings are shown yet.')
  stop()
})
