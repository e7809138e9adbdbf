import { hash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, transformWithOxc } from 'vite'
import { apiCalls } from './src/contract/calls/api.ts'
import { precompress } from './vite.precompress.ts'

const server = process.env.TASKDECK_SERVER ?? 'http://127.0.0.1:3000'

/** The first parts of all addresses that the server answers in development, beside those of the web app. */
const proxied = [
  ...new Set(apiCalls.map(({ path }) => `/${path.split('/')[1]}`)),
  ...['/docs', '/openapi.json', '/cli', '/agents', '/metrics'],
]

/** What the sign-in and other first screens have in common, and the fields of all forms. */
const inBoth =
  /[\\/](wanted-page\.ts|device-time-zone\.ts|stored-owners\.ts|ui[\\/](page\.tsx|icons?\.tsx|failed\.ts|controls\.module\.css|use-form\.ts|form-checks\.ts|field\.tsx|text-field\.tsx|google-icon\.tsx))$/

/**
 * One file each for what every visitor loads, for the sign-in and for the signed-in dashboard, and for what both have in common. Left alone, the bundler puts every set of
 * shared modules into a file of its own, and the dashboard needs fifty requests before it shows anything.
 */
const firstScreens = [
  { name: 'base', tags: ['$initial' as const], priority: 4 },
  { name: 'shared', test: inBoth, priority: 3 },
  { name: 'sign-in', test: /[\\/]auth\.tsx$/, priority: 2 },
  { name: 'signed-in', test: /[\\/](protected|dashboard|signed-in-items)\.tsx$/, priority: 1 },
]

const moduleStyles = globSync('src/web/**/*.module.css', { cwd: import.meta.dirname }).sort()

/** The name of a class in the built app. Names with a hash would take 2 KiB of the first load. */
const shortName = (name: string, file: string) =>
  `_${moduleStyles.indexOf(relative(import.meta.dirname, file)).toString(36)}_${name}`

export default defineConfig(({ command }) => ({
  root: 'src/web',
  css: { modules: command === 'build' ? { generateScopedName: shortName } : {} },
  // Relative addresses: one build works under any BASE_PATH.
  base: command === 'build' ? './' : '/taskdeck/',
  plugins: [react(), earlyTags(), serviceWorker(), precompress(['start.js', 'sw.js'])],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2023',
    // A browser without preloading loads a part when it is imported.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: firstScreens } } },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(proxied.map((path) => [path, server])),
  },
}))

/** What the first paint needs before the app is there: the theme, the last screen and the files of the dashboard for signed-in users, and the main font. */
function earlyTags(): Plugin {
  return {
    name: 'early-tags',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /geist-latin-wght.*woff2$/.test(file))
        const signedIn = Object.keys(bundle).filter((file) => /assets\/(shared|signed-in)-.*\.(js|css)$/.test(file))
        const preload = { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${font}`, crossorigin: '' }
        const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName
        const start = {
          src: './start.js',
          ...(app && { 'data-app': `./${app}` }),
          'data-signed-in': signedIn.map((file) => `./${file}`).join(' '),
        }
        const tags: HtmlTagDescriptor[] = [{ tag: 'script', attrs: start, injectTo: 'head-prepend' }]
        if (app) tags.push({ tag: 'link', attrs: { rel: 'modulepreload', href: `./${app}`, crossorigin: '' } })
        if (font) tags.push({ tag: 'link', attrs: preload, injectTo: 'head-prepend' })
        // The script at the start starts the app.
        return { html: app ? html.replace(/<script type="module"[^>]*><\/script>\s*/, '') : html, tags }
      },
    },
  }
}

/** The files that the app needs without the network. Fonts for other alphabets and pictures are loaded when they are shown. */
const offlineFiles = /(^index\.html|\.js|\.css|-latin-wght.*\.woff2)$/
const unhashedFiles = ['start.js', 'favicon.svg']

/**
 * Writes sw.js: the service worker with the list of the files that it stores. It is not an entry of the bundle, because it must be a single
 * file whose name never changes.
 */
function serviceWorker(): Plugin {
  const sources = ['service-worker', 'notifications'].map((name) =>
    join(import.meta.dirname, `src/web/service-worker/${name}.ts`),
  )
  let code = ''
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      const parts = sources.map((path) => transformWithOxc(readFileSync(path, 'utf8'), path, { target: 'es2023' }))
      code = (await Promise.all(parts)).map((part) => part.code).join('\n')
    },
    writeBundle({ dir = '' }, bundle) {
      const names = [...Object.keys(bundle).filter((name) => offlineFiles.test(name)), ...unhashedFiles].sort()
      // The page is stored under the address at which it is opened.
      const files = Object.fromEntries(
        names.map((name) => [name === 'index.html' ? '' : name, integrityOf(readFileSync(join(dir, name)))]),
      )
      const version = hash('sha256', code + JSON.stringify(files), 'base64url').slice(0, 16)
      writeFileSync(join(dir, 'sw.js'), `const build = ${JSON.stringify({ version, files })}\n${code}`)
    },
  }
}

const integrityOf = (content: Buffer) => `sha256-${hash('sha256', content, 'base64')}`
