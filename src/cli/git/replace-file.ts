import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file in one step, because several hooks may run at once. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}
