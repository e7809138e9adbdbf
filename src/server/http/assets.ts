import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folders with the files that the server hands out. */
export interface Assets {
  /** The built web app, and the command line below it. */
  webApp: string
  /** The page at /docs. */
  apiDocs: string
}

const packageFolder = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** The files in the source tree, after `npm run build`. */
export const builtAssets = (): Assets => ({
  webApp: join(import.meta.dirname, '../../../dist'),
  apiDocs: join(packageFolder('@fastify/swagger-ui'), 'static'),
})
