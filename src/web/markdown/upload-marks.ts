/** Stands in the text for a file that is being uploaded. The address is not one, so that nothing is loaded. */
export const uploadMark = (id: string, name: string) => `![Uploading ${plainName(name)} …](#upload-${id})`

/** A file in the text: pictures are shown, others are links. */
export const fileMark = (name: string, address: string, isPicture: boolean) =>
  `${isPicture ? '!' : ''}[${plainName(name)}](${address})`

const anyMark = /!\[Uploading [^\]]*\]\(#upload-[\w-]+\)\n?/g

/** Whether a text still has a file that is not uploaded. */
export const hasUploads = (text: string) => text.search(anyMark) >= 0

/** Text without the marks of uploads that will never end, because the page was left. */
export const withoutUploads = (text: string) => text.replace(anyMark, '')

/** A name without the characters that have a meaning in Markdown. */
const plainName = (name: string) => name.replace(/[\\[\]`*_<>!]/g, ' ').trim()
