import AjvCompiler from '@fastify/ajv-compiler'
import SerializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { Compilers } from '../src/server/http/compilers.ts'

const buildSerializer = SerializerCompiler()
const serializers = new WeakMap<object, (document: unknown) => string>()

/**
 * Compiles each schema once for all apps of a test process, as soon as there is an app: a schema that does not compile fails every test, and not only
 * those that call its route. Compiling is most of the cost of building an app.
 */
export const sharedCompilers: Compilers = {
  compilersFactory: {
    buildValidator: AjvCompiler(),
    buildSerializer: (...options) => {
      const compile = buildSerializer(...options)
      return (route) => {
        const schema = route.schema as object
        const serialize = serializers.get(schema) ?? compile(route)
        serializers.set(schema, serialize)
        return serialize
      }
    },
  },
}
