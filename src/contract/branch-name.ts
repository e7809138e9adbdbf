/** Long enough to recognise the task, short enough for a prompt. */
const maxWordsLength = 48

/** The name of a Git branch for a task: its number, by which Taskdeck finds it, and words of its title. `12-fix-login-timeout` */
export function branchName(number: number, title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let name = String(number)
  for (const word of words) {
    if (name.length + word.length > maxWordsLength) break
    name += `-${word}`
  }
  return name
}
