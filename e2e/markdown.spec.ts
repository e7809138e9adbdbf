import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './taskdeck.ts'
import { addTasks, tick } from './tasks.ts'

const code = "const answer = 'forty-two' // not 42\n"

test('a description shows highlighted code with a button that copies it, wide tables in their own box, and checklists to tick', {
  tag: '@phone-only',
}, async ({ page, context, signedIn: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const row = (word: string) => `|${Array.from({ length: 20 }, (_, index) => ` ${word}-${index} `).join('|')}|`
  await addTasks(
    page,
    { title: 'Plain', description: '```\nno language\n```' },
    { title: 'Code', description: `\`\`\`ts\n${code}\`\`\`\n\n\`\`\`klingon\nnuqneH\n\`\`\`` },
    { title: 'Table', description: [row('heading'), `|${'---|'.repeat(20)}`, row('cell')].join('\n') },
    {
      title: 'List',
      description: '- [ ] Rotate the **keys**\n  - [ ] tell ops\n- [x] Read the logs\n\n> 1. [ ] quoted',
    },
  )
  await test.step('the highlighter is loaded only for code in a known language', () => seeCode(page))
  await test.step('a wide table scrolls inside its own box, also by keyboard', () => scrollTable(page))
  await test.step('checklist items have names, are ticked in place by mouse and keyboard, and undone', () =>
    tickItems(page))
})

async function open(page: Page, number: number, title: string) {
  await page.goto(`#/task/${number}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

async function seeCode(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const highlighter = () => asked.filter((url) => /\/highlight-[^/]*\.js$/.test(url)).length
  await open(page, 1, 'Plain')
  await expect(page.locator('pre')).toHaveText('no language')
  expect(highlighter()).toBe(0)

  await open(page, 2, 'Code')
  await expect(page.locator('pre .hljs-keyword')).toHaveText('const')
  await expect(page.locator('pre .hljs-string')).toHaveText("'forty-two'")
  await expect(page.locator('pre').last()).toHaveText('nuqneH')
  expect(highlighter()).toBe(1)
  await page.getByRole('button', { name: 'Copy the code' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied the code' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
}

async function scrollTable(page: Page) {
  await open(page, 3, 'Table')
  const box = page.getByRole('region', { name: 'Table' })
  await expect(box.getByRole('cell', { name: 'cell-19' })).toBeAttached()
  await expectNoSidewaysScroll(page)
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await expectAccessible(page)
}

async function tickItems(page: Page) {
  await open(page, 4, 'List')
  const stored = async () => (await (await page.request.get('/tasks/task/4')).json()).description
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(box('Read the logs')).toBeChecked()
  await tick(box('Rotate the keys'))
  await box('quoted').focus()
  await page.keyboard.press('Space')
  await expect(box('quoted')).toBeChecked()
  await tick(box('Read the logs'), false)
  await expect(box('tell ops')).not.toBeChecked()
  await expect.poll(stored).toBe('- [x] Rotate the **keys**\n  - [ ] tell ops\n- [ ] Read the logs\n\n> 1. [x] quoted')
  await page.keyboard.press('Control+z')
  await expect(box('Read the logs')).toBeChecked()
  await expect.poll(stored).toBe('- [x] Rotate the **keys**\n  - [ ] tell ops\n- [x] Read the logs\n\n> 1. [x] quoted')
  await expectAccessible(page)
}

test('code can be copied without HTTPS, where the clipboard is missing; a picture from another server is a link, because loading it would tell that server who reads the task', async ({
  page,
  signedIn: _,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await addTasks(page, {
    description: `\`\`\`\n${code}\`\`\`\n\n![spy](https://example.com/pixel.png) ![odd](/auth/verify) ![](data:image/png;base64,AA)`,
  })
  await page.goto('#/task/1')
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await expect(page.getByRole('button', { name: 'Copied the code' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'spy' })).toHaveAttribute('href', 'https://example.com/pixel.png')
  await expect(page.getByRole('link', { name: 'odd' })).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('example.com'))).toEqual([])
})
