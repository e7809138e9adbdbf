/**
 * A text as one word of a POSIX shell, whatever it contains. The only place where texts are quoted on their way to a shell: in hooks, for an
 * editor, and in commands that an advice tells the user to run.
 */
export const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
