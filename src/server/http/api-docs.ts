import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describedApi } from './api-description.ts'
import { servePages } from './security.ts'

/** Collects the routes that are mounted after it into one OpenAPI document. */
export async function collectApi(app: FastifyInstance) {
  await app.register(swagger, {
    transformObject: (documented) =>
      'openapiObject' in documented ? describedApi(documented.openapiObject) : documented.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Taskdeck',
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Every call that the web app makes. A failed call returns `{ "message": …, "code": … }`. Calls that write can be repeated safely with an `Idempotency-Key`, except for sign-up, sign-in, sign-out and calls with a password.',
      },
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'taskdeck_session' },
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API token of Settings > Agents and access. Calls that write need one with the scope `write`.',
          },
        },
      },
    },
  })
}

/** The one style element that Swagger UI inserts. A new version may need another hash, which the error of the browser names. */
const insertedStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** Serves the document at /openapi.json and a readable page of it at /docs. */
export async function apiDocs(app: FastifyInstance, { folder }: { folder: string }) {
  servePages(app, insertedStyle)
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    baseDir: folder,
    logo: { type: 'image/svg+xml', content: await readFile(join(folder, 'logo.svg')) },
    staticCSP: false,
    theme: { title: 'Taskdeck API' },
    uiConfig: { docExpansion: 'list', supportedSubmitMethods: [] },
  })
}
