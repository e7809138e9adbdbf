import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import type { TaskWithFiles } from '../../../contract/schemas/tasks.ts'
import { useUndo } from '../../tasks/undo.ts'
import { reportFailure } from '../../ui/failed.ts'
import { fileSize } from '../../ui/file-size.ts'
import classes from './task-details.module.css'
import { uploadFile } from './upload.ts'

/** Choose or drop a file, then send it; shows how far it is, and can be cancelled. */
export function UploadForm({ task }: { task: TaskWithFiles }) {
  const client = useQueryClient()
  const undo = useUndo()
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [over, setOver] = useState(false)
  const [progress, setProgress] = useState(0)
  const cancel = useRef(new AbortController())
  const resetChooser = useRef<() => void>(null)

  const upload = useMutation({
    mutationFn: (chosen: File) => {
      cancel.current = new AbortController()
      setProgress(0)
      return uploadFile(task._id, chosen, { onProgress: setProgress, signal: cancel.current.signal })
    },
    onSuccess: ({ change }) => {
      choose(null)
      resetChooser.current?.()
      undo.offer('File uploaded successfully!', change)
    },
    onError: (error) => {
      if (error.name !== 'AbortError')
        reportFailure('Error uploading file', error, 'The file was not uploaded. Please try again.')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setMissing(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0] ?? null)
  }
  const start = () => (file ? upload.mutate(file) : setMissing(true))

  return (
    <fieldset
      className={classes.drop}
      aria-label="Upload a file"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton onChange={choose} resetRef={resetChooser} inputProps={{ 'aria-label': 'Completion file' }}>
        {(props) => (
          <Button {...props} variant="default" disabled={upload.isPending}>
            Choose file
          </Button>
        )}
      </FileButton>
      <div className={classes.chosen}>
        {file ? `${file.name} · ${fileSize(file.size)}` : 'or drop one here'}
        {missing && (
          <Text size="xs" c="var(--deck-critical)" role="alert">
            Please choose a file first.
          </Text>
        )}
        {upload.isPending && (
          <Progress value={progress * 100} mt={6} aria-label="Upload progress" transitionDuration={120} />
        )}
      </div>
      <Group gap="xs">
        {upload.isPending && (
          <Button variant="subtle" onClick={() => cancel.current.abort()}>
            Cancel
          </Button>
        )}
        <Button onClick={start} loading={upload.isPending}>
          Upload File
        </Button>
      </Group>
    </fieldset>
  )
}
