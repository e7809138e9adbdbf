import { logInOn } from './auth-card.ts'
import { expect, test, welcome } from './taskdeck.ts'

test('the landing screen says what Taskdeck is, to a visitor and to a user', async ({ page, person, otherDevice }) => {
  for (const somebody of [page, await otherDevice(person)]) {
    await somebody.goto('./')
    await expect(somebody.getByRole('heading', { level: 1 })).toHaveText('Manage Your Tasks Efficiently')
    await expect(somebody.getByRole('paragraph').filter({ hasText: 'task cards for developers' })).toBeVisible()
    await expect(somebody.getByRole('region', { name: 'Features' }).getByRole('heading')).toHaveText([
      'Task Management',
      'Priority & Deadlines',
      'Secure Authentication',
    ])
    await expect(somebody.getByRole('link', { name: 'Get Started' })).toBeVisible()
  }
})

test('Get Started leads a user to the dashboard', async ({ page, signedIn }) => {
  await page.goto('./')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, signedIn)).toBeVisible()
})

test('Get Started leads a visitor to the dashboard by way of the sign-in', async ({ page, person }) => {
  await page.goto('./')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/#\/auth$/)
  await logInOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
})
