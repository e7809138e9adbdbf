/** Saves a text as a file on this device, like a download. */
export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
