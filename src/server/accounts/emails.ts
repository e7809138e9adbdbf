/** Two spellings of one address are one account. */
export function emailKey(email: string) {
  return email.trim().normalize('NFKC').toLowerCase()
}
