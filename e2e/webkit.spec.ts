import { expect, newPerson, test } from './taskdeck.ts'
import { keys, startWebKit } from './webkit.ts'

test('in WebKit, a user signs up, adds a task by keyboard, undoes it, sees another device live, and finds all of it after a reload', {
  tag: '@webkit-only',
}, async ({ taskdeck }) => {
  const webkit = await startWebKit()
  const inPage = (script: string) => expect.poll(() => webkit.run(`return ${script}`))
  const titles = () => inPage('[...document.querySelectorAll("a[data-task]")].map((card) => card.innerText).join()')
  const focused = () => inPage('document.activeElement.getAttribute("aria-label")')
  const status = () => inPage('document.querySelector(\'[role=status][aria-label="Connection"]\')?.innerText ?? ""')
  async function add(title: string) {
    await webkit.press('q')
    await focused().toBe('New task')
    await webkit.type('[aria-label="New task"]', title + keys.enter)
    await inPage('document.activeElement.value').toBe('')
    await webkit.press(keys.escape)
    await titles().toContain(title)
  }

  try {
    const { username, email, password } = newPerson()
    await webkit.open(`${taskdeck.origin}/taskdeck/#/auth`)
    await inPage('document.body.innerText').toContain('Sign up')
    await webkit.run(
      '[...document.querySelectorAll("button[aria-pressed=false]")].find((one) => one.innerText === "Sign up").click()',
    )
    await inPage(
      'document.querySelector("[autocomplete=nickname]").checkVisibility({ visibilityProperty: true })',
    ).toBe(true)
    await webkit.type('[autocomplete=nickname]', username)
    await webkit.type('form:has([autocomplete=nickname]) [type=email]', email)
    await webkit.type('form:has([autocomplete=nickname]) [autocomplete=new-password]', password + keys.enter)
    await inPage('location.hash').toBe('#/dashboard')
    await status().toContain('Live')

    await add('Written in WebKit')
    await webkit.press('z', keys.control)
    await titles().toBe('')
    await webkit.press('y', keys.control)
    await titles().toContain('Written in WebKit')

    const cookie = (await webkit.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const body = JSON.stringify({ title: 'From another device' })
    const headers = { cookie, 'content-type': 'application/json' }
    const made = await fetch(`${taskdeck.origin}/tasks/createTask`, { method: 'POST', headers, body })
    expect(made.status).toBe(201)
    await titles().toContain('From another device')

    await webkit.reload()
    await titles().toContain('Written in WebKit')
    await titles().toContain('From another device')
  } finally {
    await webkit.stop()
  }
})
