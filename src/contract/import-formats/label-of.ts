import { cleanLabel, taskLimits } from '../tasks.ts'

/** The nearest label to a text: other characters than letters and digits become hyphens. */
export function labelOf(text: string): string | undefined {
  const words = cleanLabel(text.trim().slice(0, 200)).replace(/[^\p{L}\p{N}\p{M}_-]+/gu, '-')
  const label = [...words.replace(/^[^\p{L}\p{N}]+/u, '')].slice(0, taskLimits.label).join('').replace(/-+$/, '')
  return label || undefined
}
