/** A code in the form in which devices show it: `WDJB-MJHT`. */
export const shownCode = (code: string) => (code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code)
