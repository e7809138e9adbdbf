const edge = 256

/** The middle square of a picture, 256 pixels wide, as base64: small enough to keep with the account. */
export async function resizedPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('That file is not a picture that this browser can read. Choose a PNG, JPEG or WebP file.')
  })
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = edge
  const context = canvas.getContext('2d')
  context?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, edge, edge)
  picture.close()
  return canvas.toDataURL('image/webp', 0.9).split(',')[1] ?? ''
}
