/** The longest address of a page. */
export const maxPageAddress = 2_000

/** Whether a text can be the address of a page on the web: complete, without spaces and without a password. */
export function isPageAddress(text: string): boolean {
  if (text.length > maxPageAddress || !/^https?:\/\/[^\s\p{Cc}\p{Cf}"<>\\]+$/u.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.hostname !== '' && !url.username && !url.password
}

const maxRepository = 20
const shortened = (text: string) => (text.length > maxRepository ? `${text.slice(0, maxRepository - 1)}…` : text)

/** The short name of a page: `app#12` for an issue, as forges write it, or else its host. */
export function pageName(address: string): string {
  const [, repository = '', number] = /([^/]+)\/(?:-\/)?(?:issues|work_items)\/(\d+)$/.exec(address) ?? []
  return number ? `${shortened(repository)}#${number}` : shortened(address.split('/')[2] ?? address)
}
