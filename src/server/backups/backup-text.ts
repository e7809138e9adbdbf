import type { Made } from './make-backup.ts'
import type { Manifest } from './manifest-form.ts'

/** The contents of a backup in words. */
export function contentsOf({ tables, files }: Manifest): string {
  return `${counted(tables.users ?? 0, 'account')}, ${counted(tables.tasks ?? 0, 'task')}, ${counted(files.count, 'file')}`
}

/** A finished backup in one line. */
export function madeText({ folder, manifest, copied, copiedBytes }: Made): string {
  const written = manifest.rows.bytes + copiedBytes
  const linked = manifest.files.count - copied - missingIn(manifest)
  return `Backed up ${contentsOf(manifest)} to ${folder} (${size(written)} written, ${counted(linked, 'file')} unchanged since the last backup).`
}

/** Files that the installation itself has lost or damaged; undefined if there are none. */
export function unusableText({ manifest: { unusable } }: Pick<Made, 'manifest'>): string | undefined {
  if (!unusable.length) return undefined
  const named = unusable
    .slice(0, 5)
    .map(({ owner, id, sha256 }) => `${owner}/${id} (${sha256 === null ? 'missing' : 'damaged'})`)
  const more = unusable.length > named.length ? ' …' : ''
  return `${counted(unusable.length, 'file')} of the installation itself cannot be used: ${named.join(', ')}${more}. Put them back, for example from an older backup. Older backups are kept until then.`
}

const missingIn = ({ unusable }: Manifest) => unusable.filter(({ sha256 }) => sha256 === null).length

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function size(bytes: number) {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
