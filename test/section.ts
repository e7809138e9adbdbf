import { readFile, writeFile } from 'node:fs/promises'

/** A page's sections by their headings; the first one has none. */
const sectionsOf = (text: string) =>
  new Map(text.split(/^(?=## )/m).map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]))

/** Puts a section into a page, in the place of the one with this heading; without a heading it is what the page begins with. */
export async function writeSection(file: string, heading: string, text: string) {
  const sections = sectionsOf(await readFile(file, 'utf8').catch(() => ''))
  sections.set(heading, heading ? `## ${heading}\n\n${text}` : text)
  const page = [...sections.values()].map((part) => part.trim()).join('\n\n')
  await writeFile(file, `${page}\n`)
}
