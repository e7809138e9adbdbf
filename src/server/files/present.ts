import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { FileRow } from '../database/schema.ts'

/** A row in wire format. */
export function fileOf({ id, name, size, type, sha256, created_at }: FileRow): CompletionFile {
  return { _id: id, name, size, type, sha256, createdAt: created_at }
}
