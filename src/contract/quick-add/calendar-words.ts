/** Patterns of the names of days and months, and of numbers in words. */
export const weekday =
  'mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:rs?(?:days?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?'
export const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
export const ordinal = 'first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th)'
export const count = String.raw`an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3}`

const weekdayStarts = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const monthStarts = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ordinalStarts = ['first', 'second', 'third', 'fourth', 'fifth']
const counts = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** From 0, Monday, to 6. */
export const weekdayIn = (text: string) => weekdayStarts.indexOf(text.slice(0, 3).toLowerCase())
/** From 1, January, to 12. */
export const monthIn = (text: string) => monthStarts.indexOf(text.slice(0, 3).toLowerCase()) + 1
/** From 1 on; -1 for the last one. */
export const ordinalIn = (text: string) =>
  /^last$/i.test(text) ? -1 : Number.parseInt(text, 10) || ordinalStarts.indexOf(text.toLowerCase()) + 1
export const countIn = (text: string) =>
  /^an?$/i.test(text) ? 1 : Number.parseInt(text, 10) || counts.indexOf(text.toLowerCase()) + 1
