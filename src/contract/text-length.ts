/** Whether a text has more characters than this. An emoji counts once, as in the limits of the fields. */
export const isLonger = (text: string, maxLength: number): boolean =>
  text.length > maxLength && [...text].length > maxLength
