/**
 * Removes what Node 20.0 does not have yet, so that the tests of the command line fail if it is used. Promise.withResolvers stays, because
 * fetch of the newer Node needs it.
 */
const newer = [
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Promise, ['try']],
  [Array, ['fromAsync']],
  [RegExp, ['escape']],
  [Error, ['isError']],
  [URL, ['parse']],
  [AbortSignal, ['any']],
  [process, ['getBuiltinModule', 'loadEnvFile']],
  [Math, ['sumPrecise', 'f16round']],
  [
    Set.prototype,
    ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ],
  [Uint8Array, ['fromBase64', 'fromHex']],
  [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
  [
    globalThis,
    ['Iterator', 'Temporal', 'Float16Array', 'navigator', 'WebSocket', 'EventSource', 'localStorage', 'CloseEvent'],
  ],
]
for (const [owner, names] of newer) for (const name of names) delete owner[name]
const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
for (const name of Object.getOwnPropertyNames(iterator)) if (name !== 'constructor') delete iterator[name]
