import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localDay } from '../../../contract/calendar-day.ts'
import { call, pathOf } from '../../../contract/client.ts'
import { fileCalls } from '../../../contract/files.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { CompletionFile } from '../../../contract/schemas/files.ts'
import type { TaskWithFiles } from '../../../contract/schemas/tasks.ts'
import { formatDay } from '../../tasks/due.ts'
import { useUndo } from '../../tasks/undo.ts'
import { confirm } from '../../ui/confirm.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { fileSize } from '../../ui/file-size.ts'
import classes from './task-details.module.css'

interface Props {
  task: TaskWithFiles
  file: CompletionFile
  dateStyle: Preferences['dateStyle']
}

const longestText = 200_000

export function FileRow({ task, file, dateStyle }: Props) {
  const client = useQueryClient()
  const undo = useUndo()
  const [open, setOpen] = useState(false)
  const params = { id: task._id, file: file._id }
  const url = pathOf(fileCalls.download.path, params)
  const kind = previewKind(file)
  const remove = useMutation({
    mutationFn: () => call(fileCalls.remove, { params }),
    meta: { failure: 'Error removing file' },
    onSuccess: ({ message, change }) => undo.offer(message, change),
    onError: (error) => reportFailure('Error removing file', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  })
  const ask = async () => {
    if (await confirm({ question: `Remove ${file.name}?`, action: 'Remove' })) remove.mutate()
  }
  return (
    <li className={classes.file}>
      <div className={classes.fileRow}>
        <span className={`mono ${classes.kind}`} aria-hidden="true">
          {(/\.(\w{1,4})$/.exec(file.name)?.[1] ?? 'file').toUpperCase()}
        </span>
        <div className={classes.fileName}>
          <Text fw={500}>{file.name}</Text>
          <Text size="xs" c="dimmed" className="mono" title={`SHA-256 ${file.sha256}`}>
            {fileSize(file.size)} · {formatDay(localDay(new Date(file.createdAt)), dateStyle)}
          </Text>
        </div>
        {kind && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(!open)} aria-expanded={open}>
            Preview
          </Button>
        )}
        <Button component="a" href={url} download={file.name} variant="subtle" size="xs">
          Download
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          onClick={ask}
          loading={remove.isPending}
          aria-label={`Remove ${file.name}`}
        >
          Remove
        </Button>
      </div>
      {open && (
        <div className={classes.preview}>
          {kind === 'image' ? <img src={url} alt={file.name} /> : <TextPreview url={url} />}
        </div>
      )}
    </li>
  )
}

function TextPreview({ url }: { url: string }) {
  const { data, error } = useQuery({
    queryKey: ['preview', url],
    queryFn: () => fetch(url).then((response) => response.text()),
  })
  if (error) return <Text c="dimmed">The preview could not be loaded.</Text>
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long files scroll, by keyboard too
  return <pre tabIndex={0}>{data ?? 'Loading …'}</pre>
}

function previewKind({ type, name, size }: CompletionFile): 'image' | 'text' | undefined {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(type)) return 'image'
  const text =
    /^text\/|^application\/(json|xml)$/.test(type) ||
    /\.(log|md|txt|json|ya?ml|csv|ts|tsx|js|py|rs|go|sh|sql|diff|patch)$/i.test(name)
  return text && size <= longestText ? 'text' : undefined
}
