import type { FileStore, StoredFile } from './store.ts'

/** A store that tells of every file that was stored. */
export const watchedStore = (store: FileStore, onSaved: (owner: string, file: StoredFile) => void): FileStore => ({
  ...store,
  async save(owner, bytes, id) {
    const file = await store.save(owner, bytes, id)
    onSaved(owner, file)
    return file
  },
})
