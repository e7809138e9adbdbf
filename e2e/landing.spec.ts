import { logInOn } from './auth-card.ts'
import { expect, test, welcome } from './taskdeck.ts'

test('the landing screen describes Taskdeck, and Get Started opens the dashboard, for a visitor after the sign-in', async ({
  page,
  person,
  otherDevice,
}) => {
  const device = await otherDevice(person)
  for (const somebody of [page, device]) {
    await somebody.goto('./')
    await expect(somebody.getByRole('heading', { level: 1 })).toHaveText('Manage Your Tasks Efficiently')
    await expect(somebody.getByRole('paragraph').filter({ hasText: 'task cards for developers' })).toBeVisible()
    await expect(somebody.getByRole('region', { name: 'Features' }).getByRole('heading')).toHaveText([
      'Task Management',
      'Priority & Deadlines',
      'Secure Authentication',
    ])
    await somebody.getByRole('link', { name: 'Get Started' }).click()
  }
  await expect(device).toHaveURL(/#\/dashboard$/)
  await expect(welcome(device, person)).toBeVisible()

  await expect(page).toHaveURL(/#\/auth$/)
  await logInOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
})
