/** The section of a version in the changelog, without its heading; undefined if there is none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  return section === undefined ? undefined : `${section.slice(section.indexOf('\n') + 1).trim()}\n`
}
