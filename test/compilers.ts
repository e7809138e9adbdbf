import AjvCompiler from '@fastify/ajv-compiler'
import SerializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

const buildSerializer = SerializerCompiler()
const serializers = new WeakMap<object, (document: unknown) => string>()

/** Compiles each schema once for all apps of a test process. Compiling is most of the cost of building an app. */
export const sharedCompilers: FastifyServerOptions['schemaController'] = {
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
