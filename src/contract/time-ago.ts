const steps: [number, string][] = [
  [60, 'min'],
  [60 * 24, 'h'],
  [60 * 24 * 30, 'd'],
]

/** A short relative time: "just now", "5 min ago", "3 h ago", "2 d ago"; for older times, the date. */
export function timeAgo(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 1) return 'just now'
  let unit = 1
  for (const [limit, name] of steps) {
    if (minutes < limit) return `${Math.floor(minutes / unit)} ${name} ago`
    unit = limit === 60 ? 60 : 60 * 24
  }
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })
}
