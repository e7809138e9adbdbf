import { existsSync, lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentGuide } from '../contract/agent-guide.ts'
import { addSection, guideFile, removeSection } from './guide-section.ts'

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'taskdeck-guide-'))

test('the guide is short, plain ASCII, and names only tools and commands', () => {
  expect(agentGuide.length).toBeLessThan(2_500)
  expect(agentGuide).toMatch(/^[\n -~]*$/)
})

test.for([
  ['a text', '# House rules\n\nBe kind.\n'],
  ['no line break at the end', '# House rules'],
  ['nothing', ''],
  ['lines of Windows', '# House rules\r\n\r\nBe kind.\r\n'],
  ['bytes that are no UTF-8', Buffer.from([0x23, 0x20, 0xff, 0xe9, 0x0a])],
] as const)('a file with %s is the same, byte for byte, after the section was added and removed', ([, content]) => {
  const path = join(emptyFolder(), 'AGENTS.md')
  writeFileSync(path, content)
  const before = readFileSync(path)
  expect(addSection(path)).toBe('added')
  expect(readFileSync(path, 'latin1')).toMatch(/\n## Working on tasks with Taskdeck\r?\n/)
  expect(addSection(path)).toBe('unchanged')
  writeFileSync(path, readFileSync(path, 'latin1').replace('one after the other', 'all at once'), 'latin1')
  expect(addSection(path)).toBe('updated')
  expect(removeSection(path)).toBe('removed')
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(removeSection(path)).toBe('unchanged')
})

test('without a file, AGENTS.md is made, and removed again unless something was written into it', () => {
  const folder = emptyFolder()
  const path = guideFile(folder)
  expect(path).toBe(join(folder, 'AGENTS.md'))
  addSection(path)
  removeSection(path)
  expect(existsSync(path)).toBe(false)
  addSection(path)
  writeFileSync(path, `${readFileSync(path, 'latin1')}\nOurs\n`)
  removeSection(path)
  expect(readFileSync(path, 'latin1')).toBe('\nOurs\n')
})

test('CLAUDE.md is used if only that exists, and a link stays a link', () => {
  const folder = emptyFolder()
  const claude = join(folder, 'CLAUDE.md')
  writeFileSync(claude, 'Rules\n')
  expect(guideFile(folder)).toBe(claude)
  const agents = join(folder, 'AGENTS.md')
  symlinkSync('CLAUDE.md', agents)
  addSection(guideFile(folder))
  expect(lstatSync(agents).isSymbolicLink()).toBe(true)
  expect(readFileSync(claude, 'latin1')).toContain('Taskdeck')
  removeSection(agents)
  expect(readFileSync(claude, 'latin1')).toBe('Rules\n')
})

test('the section is found after Git or an editor has changed the ends of lines, and takes those of its file', () => {
  const path = join(emptyFolder(), 'AGENTS.md')
  const text = '# Project\r\n\r\nRun the tests.\r\n'
  writeFileSync(path, text)
  expect(addSection(path)).toBe('added')
  const added = readFileSync(path, 'latin1')
  expect(added.replaceAll('\r\n', '')).not.toContain('\n')
  expect(addSection(path)).toBe('unchanged')
  writeFileSync(path, added.trimEnd())
  expect(removeSection(path)).toBe('removed')
  expect(readFileSync(path, 'latin1')).toBe(text)
})
