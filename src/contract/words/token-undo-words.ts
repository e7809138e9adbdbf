const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const changesInWords = (count: number) => counted(count, 'change')
export const tasksInWords = (count: number) => counted(count, 'task')

/** The result of undoing the work of a token. */
export const undoneWords = (name: string, count: number): string =>
  count ? `Undid ${changesInWords(count)} by ${name}.` : nothingBy(name)

export const nothingBy = (name: string) => `${name} changed nothing in this time.`
