/** Saves a text as a file on this device, like a download. */
export const saveFile = (name: string, type: string, text: string) => saveBlob(name, new Blob([text], { type }))

/** Saves bytes as a file on this device, like a download. */
export function saveBlob(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
