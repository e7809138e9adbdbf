/** Words that deny the verb behind them. `not only` and `not just` do not. */
const denials = [
  "\\w{1,8}n['’]t",
  '(?:do|does|did|wo|ca|could|should|would|must|need|is|are|was|were|has|have|had)nt',
  'not|never|cannot|no|no longer|non|without|neither|nor|nothing|hardly',
  'part(?:ly|ially)|instead of|rather than|unable to|fail(?:s|ed|ing)? to|refus(?:e[sd]?|ing) to|avoid(?:s|ed|ing)?',
]
/** Words that may stand between a denial and its verb. Others begin a new thought: `Do not crash on start fixes #12`. */
const between = [
  'yet|really|fully|completely|entirely|quite|actually|even|necessarily|properly|correctly|directly|automatically|still',
  'itself|alone|by|on|its|own|be|been|being|to|able|going|meant|supposed|intended|expected|enough|ready|safe|possible',
  'try|tries|trying|want|wants|attempt|attempts|need|needs|claim|claims|have|has|had|will|would|should|could|can|do|does|did',
  'it|this|that|we|i|you|they|is|was|in|any|way|at|all|the|a|an',
]
/** A space, a hyphen, or the end of a line of running text. */
const gap = '(?:[ \\t-]+|[ \\t]*\\n[ \\t]*)'
const denied = new RegExp(`(?:^|[^\\w'’])(?:${denials.join('|')})(?:${gap}(?:${between.join('|')}))*${gap}$`, 'i')

/** As far as a denial can be from its verb. */
const reach = 100

/** Whether the verb at a place in a text is denied by the words before it: `does not close #38`, `won't fix #44`. */
export function isDenied(text: string, at: number): boolean {
  // Without the marks of emphasis: `does **not** close`.
  const before = text.slice(Math.max(0, at - reach), at).replace(/[*_~]+/g, '')
  // A line that begins with a capital letter is a sentence of its own, whatever stands above it.
  const isNewSentence = /(?:^|\n)[ \t]*$/.test(before) && /\p{Lu}/u.test(text.charAt(at))
  return !isNewSentence && denied.test(before)
}
