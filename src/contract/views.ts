export const viewLimits = { name: 60, address: 2_000, views: 100 } as const

/** Whether a text can be the address of a saved view: a path of the web app with its search, such as `/list?status=Pending`. */
export function isViewAddress(text: string): boolean {
  return text.length <= viewLimits.address && /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text)
}

/** The saved view with this id, or with this name, whatever its letter case. */
export function findView<View extends { id: string; name: string }>(
  views: readonly View[],
  name: string,
): View | undefined {
  const wanted = name.trim().toLowerCase()
  return views.find(({ id }) => id === name) ?? views.find((view) => view.name.toLowerCase() === wanted)
}
