import AjvCompiler from '@fastify/ajv-compiler'
import SerializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

/** Makes functions of schemas, which check requests and write answers. */
export type Compilers = NonNullable<FastifyServerOptions['schemaController']>

const buildValidator = AjvCompiler()
const buildSerializer = SerializerCompiler()

/** Compiles each schema with the first request or answer that needs it: compiling all of them is a quarter of what a start costs. */
export const compileWhenNeeded: Compilers = {
  compilersFactory: {
    buildValidator: (...options: Parameters<typeof buildValidator>) => {
      const compile = buildValidator(...options)
      return (route: Parameters<typeof compile>[0]) => {
        let compiled: ReturnType<typeof compile> | undefined
        const validate = (data: unknown) => {
          compiled ??= compile(route)
          const answer = compiled(data)
          if (!answer) Object.assign(validate, { errors: compiled.errors })
          return answer
        }
        // Fastify calls it, and reads `errors` when it returns false.
        return validate as unknown as ReturnType<typeof compile>
      }
    },
    buildSerializer: (...options) => {
      const compile = buildSerializer(...options)
      return (route) => {
        let compiled: ReturnType<typeof compile> | undefined
        return (document: unknown) => {
          compiled ??= compile(route)
          return compiled(document)
        }
      }
    },
  },
}
