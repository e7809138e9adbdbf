import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localDay } from '../../contract/calendar-day.ts'
import { fileCalls } from '../../contract/calls/files.ts'
import { call, pathOf } from '../../contract/client.ts'
import { fileSize } from '../../contract/file-size.ts'
import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { useUndo } from '../history/undo.ts'
import { AnchorButton, Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { reportFailure } from '../ui/failed.ts'
import classes from './files.module.css'
import { ImagePreview, previewKind, TextPreview } from './preview.tsx'
import { filesQuery } from './queries.ts'

interface Props {
  task: Task
  file: CompletionFile
  dateStyle: Preferences['dateStyle']
}

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
    onSuccess: ({ change }) => undo.offer(`Removed ${file.name} from ${nameOf(task)}`, change),
    onError: (error) => reportFailure('Error removing file', error),
    onSettled: () => client.invalidateQueries({ queryKey: filesQuery(task._id).queryKey }),
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
          <p className="medium" dir="auto">
            {file.name}
          </p>
          <p className="small muted mono" title={`SHA-256 ${file.sha256}`}>
            {fileSize(file.size)} · {formatDay(localDay(new Date(file.createdAt)), dateStyle)}
          </p>
        </div>
        {kind && (
          <Button variant="subtle" size="small" onClick={() => setOpen(!open)} aria-expanded={open}>
            Preview
          </Button>
        )}
        <AnchorButton href={url} download={file.name} variant="subtle" size="small">
          Download
        </AnchorButton>
        <Button
          variant="subtle"
          tone="critical"
          size="small"
          onClick={ask}
          isBusy={remove.isPending}
          aria-label={`Remove ${file.name}`}
        >
          Remove
        </Button>
      </div>
      {open && (
        <div className={classes.preview}>
          {kind === 'image' ? <ImagePreview file={file} url={url} /> : <TextPreview file={file} params={params} />}
        </div>
      )}
    </li>
  )
}
