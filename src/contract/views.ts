export const viewLimits = { name: 60, address: 2_000, views: 100 } as const

/** Whether a text can be the address of a saved view: a path of the web app with its search, such as `/list?status=Pending`. */
export function isViewAddress(text: string): boolean {
  return text.length <= viewLimits.address && /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text)
}
