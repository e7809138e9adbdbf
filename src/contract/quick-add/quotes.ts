const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|(?<=^|\s)'[^']*'(?=\s|[.,;:!?]|$)/g

/** The text with words in quotes or backticks made unreadable, of the same length: they are names or code, and mean nothing here. */
export const withoutQuotes = (text: string) => text.replace(quoted, (words) => '_'.repeat(words.length))
