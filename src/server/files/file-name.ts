const maxNameLength = 200

/** The name of an uploaded file as it may be kept and shown: no path, no control characters, no tricks with writing direction. */
export function cleanName(name: string): string {
  const clean = name
    // Browsers write a quotation mark like this, and nothing else.
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

/** The header that makes a browser save the file under its name, in any script. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
