const sizePx = 256

/** The central square of a picture, 256 pixels wide, as base64. */
export async function resizedPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This browser cannot read that file as a picture. Choose a PNG, JPEG or WebP file.')
  })
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sizePx
  const context = canvas.getContext('2d')
  context?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, sizePx, sizePx)
  picture.close()
  return canvas.toDataURL('image/webp', 0.9).split(',')[1] ?? ''
}
