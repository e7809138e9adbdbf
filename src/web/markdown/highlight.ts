import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { createElement, type ReactNode } from 'react'

const grammars = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  typescript,
  xml,
  yaml,
}
const lowlight = createLowlight(grammars)

type Nodes = ReturnType<typeof lowlight.highlight>['children']

/** Code that people wrote stays far below it. Deeper nesting would exhaust the stack. */
const maxDepth = 50

/** In some languages the time grows with the square of the length, of a line or of all code. Only generated code has longer lines. */
const maxLineLength = 500
const maxLength = 5_000

const isTooLong = (code: string) =>
  code.length > maxLength || code.split('\n').some(({ length }) => length > maxLineLength)

/** The code with its keywords, strings and comments marked, as elements; undefined if it cannot be highlighted. */
export function highlight(code: string, language: string): ReactNode {
  if (!lowlight.registered(language) || isTooLong(code)) return undefined
  const { children } = lowlight.highlight(language, code)
  return isTooDeep(children) ? undefined : elementsOf(children)
}

function isTooDeep(nodes: Nodes): boolean {
  let level = nodes
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap((node) => (node.type === 'element' ? (node.children as Nodes) : []))
    if (!level.length) return false
  }
  return true
}

function elementsOf(nodes: Nodes): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const className = [node.properties.className].flat().join(' ')
    return createElement('span', { key: index, className }, ...elementsOf(node.children as Nodes))
  })
}
