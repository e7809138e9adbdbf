import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newId } from '../../contract/new-id.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { useUndo } from '../history/undo.ts'
import { withdrawFailure } from '../ui/alerts.tsx'
import { messageOf, reportFailure } from '../ui/failed.ts'
import { filesQuery } from './queries.ts'
import { uploadFile } from './upload.ts'

const failure = 'Error uploading file'
const fallback = 'The file was not uploaded. Please try again.'

/** A file that was chosen but not uploaded yet. */
export interface ChosenFile {
  /** The same file may be chosen twice. */
  id: string
  file: File
  /** Why the last upload failed. */
  problem?: string
}

export type Uploads = ReturnType<typeof useUploads>

/** The files that were chosen for a task. They are uploaded one after another; those that fail stay chosen. */
export function useUploads(task: Task) {
  const client = useQueryClient()
  const undo = useUndo()
  const [chosen, setChosen] = useState<ChosenFile[]>([])
  const [current, setCurrent] = useState<{ file: File; progress: number }>()
  const cancel = useRef(new AbortController())
  const running = useRef<Promise<boolean>>(undefined)

  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadFile(task._id, file, {
        onProgress: (progress) => setCurrent({ file, progress }),
        signal: cancel.current.signal,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: filesQuery(task._id).queryKey }),
  })

  const remove = (file: File) => setChosen((before) => before.filter((other) => other.file !== file))
  const refuse = (file: File, problem: string) =>
    setChosen((before) => before.map((other) => (other.file === file ? { ...other, problem } : other)))

  async function send(file: File): Promise<boolean> {
    setCurrent({ file, progress: 0 })
    try {
      const { change } = await upload.mutateAsync(file)
      remove(file)
      undo.offer('File uploaded successfully!', change)
      return true
    } catch (error) {
      if (cancel.current.signal.aborted) return false
      refuse(file, messageOf(error, fallback))
      reportFailure(failure, error, fallback, chosen.length > 1 ? `${file.name}: ` : '')
      return false
    }
  }

  async function sendAll(): Promise<boolean> {
    cancel.current = new AbortController()
    withdrawFailure(failure)
    let all = true
    for (const { file } of chosen) {
      if (cancel.current.signal.aborted) return false
      all = (await send(file)) && all
    }
    return all
  }

  return {
    chosen,
    /** The file that is being uploaded, with its progress from 0 to 1. */
    current,
    choose: (files: File[]) => setChosen((before) => [...before, ...files.map((file) => ({ id: newId(), file }))]),
    remove,
    cancel: () => cancel.current.abort(),
    /** Uploads the chosen files. Resolves to whether all were uploaded. */
    start: () => {
      running.current ??= sendAll().finally(() => {
        running.current = undefined
        setCurrent(undefined)
      })
      return running.current
    },
  }
}
