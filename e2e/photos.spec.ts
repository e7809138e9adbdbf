import { expect, test } from './taskdeck.ts'
import { addTasks, dayFromNow } from './tasks.ts'

const screens = {
  landing: './#/',
  dashboard: '#/dashboard',
  board: '#/board',
  next: '#/next',
  overview: '#/overview',
  'add-task': '#/add-task',
  'task-details': '#/task/2',
  trash: '#/trash',
  profile: '#/profile',
  settings: '#/settings',
}

for (const width of [390, 992, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every screen is photographed at ${width} px, ${colorScheme}, and none scrolls sideways`, async ({
      page,
      signedIn: _,
    }) => {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      const day = (days: number) => dayFromNow(page, days)
      await addTasks(
        page,
        {
          title: 'Rotate signing keys',
          description: 'Old keys leave the keyring after the second deploy; announce the window first.',
          priority: 'Critical',
          dueDate: await day(-2),
          status: 'In Progress',
          labels: ['auth', 'ops'],
        },
        {
          title: 'Fix flaky checkout test',
          description:
            'Retries hide a race. Reproduce with a slow network:\n\n```sh\nnpm test -- checkout --repeat 50\n```',
          priority: 'High',
          dueDate: await day(0),
          labels: ['tests'],
        },
        {
          title: 'Profile cold start',
          description: 'First request takes 900 ms.',
          priority: 'High',
          dueDate: await day(3),
        },
        { title: 'Document retry policy', description: 'Which calls are safe to repeat.', dueDate: await day(6) },
        { title: 'Remove legacy flags', description: 'On for everyone.', priority: 'Low', status: 'Completed' },
        { title: 'Upgrade build image', description: 'Two releases behind.', dueDate: await day(11), labels: ['ops'] },
      )
      await page.request.delete('/tasks/deleteTask/6')
      for (const [name, address] of Object.entries(screens)) {
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          name,
        ).toBeLessThanOrEqual(0)
        await page.screenshot({ path: `test-results/photos/${name}-${width}-${colorScheme}.png` })
      }
    })
  }
}
