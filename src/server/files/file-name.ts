const maxNameLength = 200

/** Cleans the name of an uploaded file: removes the path, control characters and changes of the writing direction. */
export function cleanName(name: string): string {
  const clean = name
    // Browsers encode quotation marks like this, and no other character.
    .replaceAll('%22', '"')
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
  if (!clean || /^\.+$/.test(clean)) return 'file'
  const letters = [...clean]
  if (letters.length <= maxNameLength) return clean
  const extension = /\.[^.]{1,20}$/u.exec(clean)?.[0] ?? ''
  return letters.slice(0, maxNameLength - [...extension].length).join('') + extension
}

/** Whether a stored name can have come from `cleanName`, of this or an older version. */
export const isStoredName = (name: string): boolean =>
  name.length > 0 && [...name].length <= maxNameLength && !/[\p{Cc}\\/]|^\.+$/u.test(name)

/** The header that makes a browser save the file under its name, in any alphabet. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
