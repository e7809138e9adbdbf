/**
 * Characters that nobody sees or that change how other characters are shown: control characters, changes of the writing direction, zero
 * width and tag characters, fillers, variation selectors, and characters without a meaning of their own. In a name by which a person
 * decides whom to trust, such as that of a device, they can make it look like another one.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu

/** Within an emoji, a joiner or a variation selector is no secret: 👩‍💻, ❤️, 1️⃣. */
const emoji =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*|[\d#*]\ufe0f\u20e3/gu

const hasHidden = (text: string) => text.replace(emoji, '').search(hidden) !== -1

/** Whether a text that a person has typed can be a name: 1 to `maxLength` characters, all of them visible. */
export function isPlainName(text: string, maxLength: number): boolean {
  const name = text.trim()
  // A character has at most two code units, so the characters of a text that is much too long need not be counted.
  return name !== '' && name.length <= maxLength * 2 && [...name].length <= maxLength && !hasHidden(name)
}

/** How messages describe `isPlainName`, after "must". */
export const plainNameWords = (maxLength: number) =>
  `have 1 to ${maxLength} characters, without control characters, invisible ones, and marks that change the writing direction`

/** A text without its hidden characters, for one line that others have written. */
export function withoutHidden(text: string, instead = ''): string {
  if (!hasHidden(text)) return text
  let clean = ''
  let end = 0
  for (const { 0: kept, index } of text.matchAll(emoji)) {
    clean += text.slice(end, index).replace(hidden, instead) + kept
    end = index + kept.length
  }
  return clean + text.slice(end).replace(hidden, instead)
}

/** The name that a program has sent or that an older version has stored, as a person may see it. */
export function plainName(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const characters = [...withoutHidden(text).trim()]
  if (characters.length <= maxLength) return characters.join('') || 'Unnamed'
  // The cut may divide an emoji.
  return `${withoutHidden(characters.slice(0, maxLength - 1).join(''))}…`
}
