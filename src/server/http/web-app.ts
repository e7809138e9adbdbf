import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { agentGuide, guideAddress } from '../../contract/agent-guide.ts'
import { linkFolder } from '../../contract/shares.ts'
import { servePages, sharedPageHeaders } from './security.ts'

/** The command line, one file. The build writes it below the web app. */
const cliAddress = '/cli/taskdeck.mjs'

/** Serves the built web app and the command line. Hashed files are cached for ever and others revalidated. Sends compressed files if the browser accepts them. */
export async function webApp(app: FastifyInstance, { folder, basePath }: { folder: string; basePath: string }) {
  servePages(app)
  const sharedPage = `${join(folder, linkFolder)}index.html`
  await app.register(fastifyStatic, {
    root: folder,
    prefix: basePath,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const hashed = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.includes(sharedPage)) reply.headers(sharedPageHeaders)
      // The default type of SVG has no charset, unlike other text types.
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })
  // At the root, like the endpoints, so that its address follows from that of the server.
  app.get(cliAddress, { schema: { hide: true } }, (_request, reply) => reply.sendFile(cliAddress.slice(1)))
  app.get(guideAddress, { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/markdown; charset=utf-8').send(agentGuide),
  )
  if (basePath === '/') return
  for (const address of ['/', basePath.slice(0, -1)]) {
    app.get(address, { schema: { hide: true } }, (_request, reply) => reply.redirect(basePath))
  }
}
