/** The width of each character, by font. */
const fonts = new Map<string, Map<string, number>>()

// Widths of another font, which stood in until the right one had loaded, are forgotten.
if (typeof document !== 'undefined') void document.fonts.ready.then(() => fonts.clear())

/**
 * About the width of a text in one line, in pixels: without kerning, and each character is measured once, so that it is known for ten thousand
 * texts within milliseconds.
 */
export function textWidth(text: string, font: string, measure = measureIn): number {
  const known = fonts.get(font) ?? new Map<string, number>()
  fonts.set(font, known)
  let width = 0
  for (const character of text) {
    let own = known.get(character)
    if (own === undefined) {
      own = measure(character, font)
      known.set(character, own)
    }
    width += own
  }
  return width
}

let canvas: CanvasRenderingContext2D | null | undefined

function measureIn(text: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  return canvas.measureText(text).width
}
