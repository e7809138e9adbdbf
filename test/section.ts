import { readFile, writeFile } from 'node:fs/promises'

/** The sections of a page by their headings. The first one has no heading. */
const sectionsOf = (text: string) =>
  new Map(text.split(/^(?=## )/m).map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]))

/**
 * Writes a section of a page in place of the one with this heading. Without a heading it replaces the start of the
 * page.
 */
export async function writeSection(file: string, heading: string, text: string) {
  const sections = sectionsOf(await readFile(file, 'utf8').catch(() => ''))
  sections.set(heading, heading ? `## ${heading}\n\n${text}` : text)
  const page = [...sections.values()].map((part) => part.trim()).join('\n\n')
  await writeFile(file, `${page}\n`)
}
