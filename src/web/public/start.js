// Runs before the first paint. A file, because the content security policy forbids inline scripts.
;(() => {
  const maxStylesMs = 300
  const maxFrameMs = 100
  /** If the app does not start, its picture must not look as if it did. */
  const maxPictureMs = 10_000

  const { app, signedIn = '' } = document.currentScript?.dataset ?? {}
  const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const readJson = (key) => {
    try {
      return JSON.parse(read(key) ?? 'null')
    } catch {
      return null
    }
  }

  // The theme, to avoid a flash of the wrong one.
  const chosen = read('taskdeck-theme') || 'auto'
  const dark = chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.style.backgroundColor = dark ? '#0e0e12' : '#f7f7f9'

  const addLink = (properties) => {
    const link = Object.assign(document.createElement('link'), { crossOrigin: '', ...properties })
    const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }))
    document.head.append(link)
    return loaded
  }

  /** The last screen of the user who is signed in, if it would look the same now. See app/first-screen.ts. */
  const keptScreen = (session) => {
    if (!session || session.endsAt <= Date.now()) return undefined
    const screen = readJson(`taskdeck-settings-first-screen-${session.session.user._id}`)
    if (screen?.app !== app || screen.address !== location.hash || screen.width !== innerWidth) return undefined
    return willScroll() ? undefined : screen
  }

  /** Whether the app will restore a scroll position. The picture shows the top of the page. */
  const willScroll = () => {
    if (performance.getEntriesByType('navigation')[0]?.type === 'navigate') return false
    try {
      const positions = JSON.parse(sessionStorage.getItem('taskdeck-scroll-positions') ?? '[]')
      return positions.some(([, position]) => position > 0)
    } catch {
      return false
    }
  }

  /** Shows the last screen as a picture: nothing in it can be used, and the app removes it when its own screen is there. */
  const show = ({ html }) => {
    const picture = document.createElement('div')
    Object.assign(picture, { id: 'first-screen', inert: true, ariaHidden: 'true', innerHTML: html })
    for (const element of picture.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style
    document.body.append(picture)
    setTimeout(() => picture.remove(), maxPictureMs)
  }

  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

  const session = readJson('taskdeck-session')
  // The screen that the user starts with, before the picture of it is looked for. The app itself decides without a kept session.
  const start = session?.session.preferences.start
  const isBare = !location.hash && !location.search
  if (session && (location.hash === '#/start' || (isBare && start === 'today'))) {
    history.replaceState(history.state, '', `#/${start ?? 'dashboard'}`)
  }
  // The files of the dashboard, which the app would ask for only after it has started.
  for (const href of session && signedIn ? signedIn.split(' ') : []) {
    void addLink(href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href })
  }
  const screen = app ? keptScreen(session) : undefined
  /** Loads the styles of the screen that the page itself does not name, in their order. */
  const style = ({ styles }) => {
    const named = new Set([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.href))
    const missing = styles.filter((href) => !named.has(new URL(href, location.href).href))
    return Promise.all(missing.map((href) => addLink({ rel: 'stylesheet', href })))
  }

  document.addEventListener('DOMContentLoaded', async () => {
    if (!app) return
    if (screen) {
      const isStyled = await Promise.race([
        style(screen).then(
          () => true,
          () => false,
        ),
        after(maxStylesMs),
      ])
      if (isStyled) {
        show(screen)
        // Starting the app takes longer than painting the picture.
        await Promise.race([painted(), after(maxFrameMs)])
      }
    }
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', crossOrigin: '', src: app })
    document.head.append(script)
  })
})()
