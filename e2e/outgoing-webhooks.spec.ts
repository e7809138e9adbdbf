import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks } from './tasks.ts'

test.use({ settings: [{ ALLOWED_HOOK_HOSTS: '127.0.0.1' }, { scope: 'worker' }] })

/** A program that receives webhooks. */
async function startProgram() {
  const received: { body: string; headers: Record<string, string> }[] = []
  const program = {
    received,
    url: '',
    answer: (response: ServerResponse): unknown => response.writeHead(200).end('ok'),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    received.push({ body: String(Buffer.concat(chunks)), headers: request.headers as Record<string, string> })
    program.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { ...program, program, stop: () => server.close() }
}

test('a program is told of tasks: a webhook is created, tested, sends, repeats a delivery, is edited, paused, resumed and deleted', async ({
  page,
  signedIn: _signedIn,
  complaints,
}) => {
  const { program, received, stop } = await startProgram()
  await page.goto('#/settings/webhooks')
  const section = page.getByRole('region', { name: 'To other programs' })
  await expect(section).toContainText('No program is told of your tasks yet.')
  await section.getByRole('button', { name: 'New webhook to a program' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter a name.')
  await expect(dialog).toContainText('Enter a complete address')
  await dialog.getByLabel('Name').fill('Chat bot')
  await dialog.getByLabel('Address').fill('http://10.1.2.3/hook')
  await dialog.getByLabel('Tasks').selectOption('Tasks that meet conditions')
  await dialog.getByLabel('Conditions').fill('label:ops')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('alert')).toContainText('is not on the public internet')
  await expectComplaints(complaints, '400', 'Settings error')
  await dialog.getByLabel('Address').fill(program.url)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section).toContainText('a task is added, a task is completed · label:ops · nothing sent yet')

  await section.getByRole('button', { name: 'Send a test to Chat bot' }).click()
  await expect(page.getByText('The test was delivered.')).toBeVisible()
  await addTasks(page, { title: 'Other' }, { title: 'Restart', labels: ['ops'] })
  await expect.poll(() => received.map(({ body }) => JSON.parse(body).type)).toEqual(['test', 'task.created'])
  for (const { body, headers } of received) new Webhook(secret).verify(body, headers)

  await page.reload()
  await section.getByRole('button', { name: 'Deliveries to Chat bot' }).click()
  await dialog.getByText('task.created').click()
  await expect(dialog).toContainText('"title": "Restart"')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog).toContainText('Sent 2 times')
  expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await section.getByRole('button', { name: 'Edit the webhook Chat bot' }).click()
  await dialog.getByLabel('A task is changed').check()
  await dialog.getByLabel('Tasks').selectOption('All tasks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Webhook changed.')).toBeVisible()
  program.answer = (response) => response.writeHead(410).end()
  await addTasks(page, { title: 'Third' })
  await expect(section).toContainText('Paused just now. The receiver answered 410')
  await section.getByRole('button', { name: 'Resume Chat bot' }).click()
  await expect(section).not.toContainText('Paused')
  await section.getByRole('button', { name: 'Delete Chat bot' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(section).toContainText('No program is told of your tasks yet.')
  stop()
})
