import { expect, expectAccessible, forgive, test } from './taskdeck.ts'
import { addTasks, cards, condition } from './tasks.ts'
import { isNarrow } from './touch.ts'

test('the owner sees who holds a task, takes over, hands over and releases', {
  tag: ['@phone', '@every-width'],
}, async ({ page, complaints, signedIn: _ }) => {
  await addTasks(page, { title: 'Rotate the keys' }, { title: 'Write the notes' })
  const { token } = await (await page.request.post('/auth/tokens', { data: { name: 'codex', scope: 'write' } })).json()
  const asCodex = { authorization: `Bearer ${token}`, cookie: '' }
  const claim = await page.request.post('/tasks/claim', { headers: asCodex, data: { task: '1' } })
  expect(claim.status()).toBe(200)

  await page.goto('#/dashboard')
  const card = cards(page).filter({ hasText: 'Rotate the keys' })
  await expect(card.getByTitle(/^Held by codex, \d+ min left$/)).toBeVisible()
  await expectAccessible(page)
  if (!isNarrow(page)) {
    // The field offers the holders of tasks.
    await page.keyboard.press('f')
    await page.keyboard.type('claimed:c')
    await expect(page.getByRole('option').first()).toContainText('claimed:codex')
    await page.keyboard.press('Tab')
    await expect(condition(page, 'claimed:codex')).toBeVisible()
    await expect(cards(page)).toHaveText([/Rotate the keys/])
    await page.keyboard.press('Escape')
  }
  await card.click()
  const bar = page.locator('[data-claim]')
  // A phone has fewer words for it.
  const [heldByCodex, heldByYou] = [/^(Held by codex|codex holds this), /, /^(Held by you|You hold this), /]
  await expect(bar).toHaveText(heldByCodex)
  const takeOver = bar.getByRole('button', { name: 'Take over' })
  await page.context().setOffline(true)
  await expect(takeOver).toBeDisabled()
  await expect(takeOver).toHaveAttribute('title', 'Needs the server')
  await page.context().setOffline(false)
  await takeOver.click()
  forgive(complaints, 'ERR_INTERNET_DISCONNECTED')
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  // The message comes when the server has made the change.
  await expect(page.getByRole('alert')).toContainText('You hold #1')
  await expect(bar).toHaveText(heldByYou)
  const refused = await page.request.put('/tasks/updateTask/1', { headers: asCodex, data: { title: 'Too late' } })
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'held'])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Hold, hand over or release/ }).click()
  await page.getByRole('option', { name: 'Hand over to codex' }).click()
  await expect(bar).toHaveText(heldByCodex)
  await expect(page.getByRole('alert')).toContainText('Handed over')
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(bar).toHaveText(heldByYou)
  await bar.getByRole('button', { name: 'Release' }).click()
  await expect(bar).toBeHidden()

  // A claim that has run out frees the task, which says so.
  const claimAgain = () => page.request.post('/tasks/claim', { headers: asCodex, data: { task: '1' } })
  // The release may still be on its way.
  await expect.poll(async () => (await claimAgain()).status()).toBe(200)
  await expect(bar).toHaveText(heldByCodex)
  await page.clock.setFixedTime(Date.now() + 42 * 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(bar).toHaveText(/^Claim of codex ended 1\d min ago/)
  await page.goto('#/list?group=claimed&claimed=stale')
  await expect(page.getByRole('heading', { name: /^Not held/ })).toBeVisible()
  await expect(page.getByTitle(/^Claim of codex ended 1\d min ago$/)).toBeVisible()
})
