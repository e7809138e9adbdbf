import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite.precompress.ts'

/** The page of shared links, a program of its own: its readers load nothing of the app. It is served below the web app, at `link/`. */
export default defineConfig({
  root: 'src/web/link',
  base: './',
  publicDir: false,
  plugins: [react(), precompress()],
  build: {
    outDir: '../../../dist/link',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
