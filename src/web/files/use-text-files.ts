import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallError } from '../../contract/client.ts'
import { newId } from '../../contract/new-id.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { fileAddress } from '../markdown/picture.tsx'
import { selectionOf, typeInto } from '../markdown/type-text.ts'
import { fileMark, uploadMark } from '../markdown/upload-marks.ts'
import { messageOf } from '../ui/failed.ts'
import { isPicture } from './preview.tsx'
import { filesQuery } from './queries.ts'
import { uploadFile } from './upload.ts'

/** A file that was pasted or dropped into the text and is not uploaded yet. */
export interface TextFile {
  id: string
  file: File
  /** From 0 to 1. */
  progress: number
  /** Why the upload failed. */
  problem?: string
}

interface Options {
  task: Pick<Task, '_id' | 'version'>
  field: RefObject<HTMLTextAreaElement | null>
  /** Changes the text while the field has no focus. */
  onChange: (change: (text: string) => string) => void
}

export type TextFiles = ReturnType<typeof useTextFiles>

/** Uploads files that are put into a text. A mark stands for each until it is uploaded; then its picture or link does. */
export function useTextFiles({ task, field, onChange }: Options) {
  const client = useQueryClient()
  const [files, setFiles] = useState<TextFile[]>([])
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const upload of uploads.values()) upload.abort()
    }
  }, [])

  const update = (id: string, change: Partial<TextFile>) =>
    setFiles((before) => before.map((file) => (file.id === id ? { ...file, ...change } : file)))
  const forget = (id: string) => setFiles((before) => before.filter((file) => file.id !== id))

  /** Puts something else in the place of a mark. The cursor stays where it is in the text. */
  const replace = ({ id, file }: TextFile, by: string) => {
    const mark = uploadMark(id, file.name)
    const shown = field.current
    const at = shown?.value.indexOf(mark) ?? -1
    if (!shown || document.activeElement !== shown || at < 0) return onChange((text) => text.replace(mark, () => by))
    const { text, start, end } = selectionOf(shown)
    const moved = (offset: number) => (offset > at ? Math.max(at, offset + by.length - mark.length) : offset)
    typeInto(shown, {
      text: text.slice(0, at) + by + text.slice(at + mark.length),
      start: moved(start),
      end: moved(end),
    })
  }

  async function send(item: TextFile) {
    const { id, file } = item
    const upload = new AbortController()
    running.current.set(id, upload)
    setFiles((before) => [...before.filter((other) => other.id !== id), { id, file, progress: 0 }])
    try {
      const onProgress = (progress: number) => update(id, { progress })
      const { file: stored } = await uploadFile(task._id, file, { onProgress, signal: upload.signal })
      replace(item, fileMark(file.name, fileAddress(task._id, stored._id), isPicture(stored)))
      forget(id)
    } catch (error) {
      if (!upload.signal.aborted) update(id, { problem: problemOf(error) })
    } finally {
      running.current.delete(id)
      void client.invalidateQueries({ queryKey: filesQuery(task._id).queryKey })
    }
  }

  return {
    files,
    add: (added: File[]) => {
      const items = added.map((file) => ({ id: newId(), file, progress: 0 }))
      const marks = items.map(({ id, file }) => `${uploadMark(id, file.name)}\n`).join('')
      if (field.current) {
        const { text, start, end } = selectionOf(field.current)
        const next = text.slice(0, start) + marks + text.slice(end)
        typeInto(field.current, { text: next, start: start + marks.length, end: start + marks.length })
      }
      for (const item of items) void send(item)
    },
    retry: send,
    remove: (item: TextFile) => {
      running.current.get(item.id)?.abort()
      replace(item, '')
      forget(item.id)
    },
  }
}

function problemOf(error: unknown): string {
  const reason = messageOf(error, 'The file was not uploaded.')
  const isOffline = error instanceof CallError && error.code === 'network'
  return isOffline ? `${reason} The file and your text are kept here: try again when the server is back.` : reason
}
