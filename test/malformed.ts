import fc from 'fast-check'

/** The part of JSON Schema that the contract uses. */
interface Schema {
  type?: string | string[]
  enum?: string[]
  format?: string
  description?: string
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
}

/** Texts that often break programs. */
export const oddTexts = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202egnp.exe',
    '\ufeff',
    '\ufffe',
    '🙂',
    'e\u0301',
    '👨‍👩‍👧‍👦',
  ],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    '1',
    '-1',
    '0',
    '#1',
    '01',
    '1e999',
    '9'.repeat(30),
    '2147483648',
    '0x10',
    '1.5',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '[object Object]',
    '../../etc/passwd',
    '%00',
    '%',
    '%zz',
    '$1',
    '?',
    '{}',
    '[]',
  ],
  ...["'; drop table tasks; --", '" or ""="', '\\', '\\u0000', '<script>alert(1)</script>', 'a@b', 'ana@example.com'],
  ...[
    '2026-02-30',
    '2026-11-14T00:00:00.000Z',
    '0000-00-00',
    '10000-01-01',
    '-000001-01-01',
    '2026-11-14T24:00:00.000Z',
  ],
  ...['a'.repeat(200), '🙂'.repeat(201), 'a'.repeat(10_001), 'a'.repeat(500_000)],
]

const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary' }), anyUnits())
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, 1e308, true, [], {}, [[]], [null]),
)

/** Arbitrary 16-bit units, including lone surrogates. */
function anyUnits() {
  return fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units))
}

/**
 * Values that match a schema, almost match it, or do not match at all: wrong types, missing and unknown fields, unusual
 * texts.
 */
export function near(schema: Schema): fc.Arbitrary<unknown> {
  return mostly(30, fitting(schema), oddValue)
}

/** Mostly the first, and one time in `chance` the second. */
function mostly<A, B>(cases: number, usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: cases - 1, arbitrary: usual }, { weight: 1, arbitrary: other })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties) return nearObject(schema)
  if (schema.items) return nearList(near(schema.items), schema.maxItems ?? 10)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'integer') return fc.oneof(fc.nat(20), fc.maxSafeInteger())
  if (schema.type === 'number') return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  return schema.type === 'string' ? fittingText(schema) : oddValue
}

/** Of the fields that can be left out, a third is there. */
function nearObject({ properties = {}, required = [] }: Schema) {
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name)
      ? mostly(20, near(field), fc.constant(undefined))
      : mostly(3, fc.constant(undefined), near(field)),
  ])
  const unknown = mostly(10, fc.constant({}), fc.dictionary(oddText, oddValue, { maxKeys: 2 }))
  return fc.tuple(fc.record(Object.fromEntries(fields)), unknown).map(([known, more]) => ({ ...known, ...more }))
}

function nearList(item: fc.Arbitrary<unknown>, most: number) {
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(item, { maxLength: 4 }) },
    { weight: 1, arbitrary: item.chain((one) => fc.constantFrom(repeated(one, most), repeated(one, most + 1))) },
  )
}

/** Far more than the largest body that the server takes. */
const maxListText = 4_000_000

/** A list of one value, shorter than wanted if its JSON would fill the memory. */
function repeated(one: unknown, count: number): unknown[] {
  const size = (JSON.stringify(one) ?? '').length + 1
  return Array(Math.min(count, Math.ceil(maxListText / size))).fill(one)
}

/** Names that are used twice now and then. */
const names = fc.constantFrom('one', 'two words', 'größe', 'agent 7', '日本語')

function fittingText({ format, description, minLength = 1, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  // Tests make a few tasks first.
  if (description?.startsWith('The number of a task')) return mostly(20, fc.constantFrom('1', '#1', '2', '3'), oddText)
  const texts: Record<string, fc.Arbitrary<string>> = {
    email: fc.emailAddress(),
    'new-id': fc.uuid(),
    choice: fc.constantFrom('Yes', 'No', 'Not yet', '日本語'),
    'hook-name': names,
    'token-name': names,
    'view-name': names,
    username: names,
    'view-address': fc.constantFrom('/list?status=Pending', '/board', '/dashboard?label=a&q=x'),
    'time-zone': fc.constantFrom('Europe/Berlin', 'UTC', 'Asia/Kolkata'),
    label: fc.constantFrom('a', 'A', 'b-1', 'c_2', 'größe', '日本語', 'İ', 'x'.repeat(30), '𠮷'.repeat(15)),
    day: fc
      .tuple(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        fc.constantFrom('', 'T00:00:00.000Z'),
      )
      .map(([date, end]) => date.toISOString().slice(0, 10) + end),
  }
  const plain = fc.string({ unit: 'grapheme', minLength: Math.max(1, minLength), maxLength: Math.min(maxLength, 50) })
  return mostly(20, texts[format ?? ''] ?? plain, oddText)
}

/** A request body for a schema: mostly JSON, sometimes truncated, repeated or something else. */
export function nearBody(schema: Schema | undefined): fc.Arbitrary<string | Buffer> {
  const json = (schema ? near(schema) : oddValue).map((value) => JSON.stringify(value) ?? '')
  const torn = fc.tuple(
    json,
    fc.nat(200),
    fc.constantFrom('', '}', '\0', '\ufeff', '"__proto__":{}', '\\u0000', '\\ud800'),
  )
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 2, arbitrary: torn.map(([text, at, inserted]) => text.slice(0, at) + inserted + text.slice(at)) },
    { weight: 1, arbitrary: torn.map(([text, at]) => text.slice(0, at)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('[', '{"a":', '[{"tasks":'), fc.nat(50_000))
        .map(([text, times]) => text.repeat(times)),
    },
  )
}

export const contentTypes = [
  ...Array<string>(40).fill('application/json'),
  ...[
    'application/json; charset=utf-16',
    'application/json;;',
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
    ' ',
    'a',
  ],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="',
    'application/json, text/html',
  ],
]

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** A query string with these names: valid, repeated, nested or truncated. */
export function nearQuery(names: string[], values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names, 'x') },
    { weight: 1, arbitrary: oddText.map(encoded) },
  )
  const pair = fc.tuple(
    name,
    fc.constantFrom('=', '=', '=', '', '[]=', '[a]=', '=='),
    fc.oneof(values, oddText).map(encoded),
  )
  const pairs = fc
    .array(
      pair.map((parts) => parts.join('')),
      { maxLength: 3 },
    )
    .map((all) => all.join('&'))
  const torn = fc.constantFrom(
    '',
    '%',
    '%E0%A4%A',
    '&&&',
    '=',
    '%00',
    '?',
    '#',
    'a'.repeat(5_000),
    '__proto__=1',
    'a=1;b=2',
  )
  return fc.oneof({ weight: 4, arbitrary: pairs }, { weight: 1, arbitrary: torn })
}

/** A path segment: an existing id or an unusual text. */
export function nearId(existing: string[]): fc.Arbitrary<string> {
  const torn = fc.constantFrom(
    '%',
    '%zz',
    '%E0%A4%A',
    '%00',
    '..',
    '%2e%2e',
    '.',
    '',
    '%2f',
    '%5c',
    ';',
    '*',
    'a'.repeat(3_000),
  )
  const odd = fc.oneof(
    oddText.map((text) => encoded(text).slice(0, 5_000)),
    torn,
  )
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: odd })
}
