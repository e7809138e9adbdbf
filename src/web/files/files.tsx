import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { Subheading } from '../ui/subheading.tsx'
import { FileRow } from './file-row.tsx'
import classes from './files.module.css'
import { UploadForm } from './upload-form.tsx'
import type { Uploads } from './use-uploads.ts'

interface Props {
  task: Task
  /** Undefined until they are loaded. */
  files: CompletionFile[] | undefined
  uploads: Uploads
  dateStyle: Preferences['dateStyle']
}

export function Files({ task, files, uploads, dateStyle }: Props) {
  return (
    <section aria-label="Completion files">
      <Subheading>Upload Completion File:</Subheading>
      <UploadForm uploads={uploads} />
      {!files?.length ? (
        <p className="muted above-8">
          {files
            ? 'No files yet. Attach a file that shows that the task is done: a screenshot, a log, a report.'
            : 'The files are not loaded yet. They appear when the server can be reached.'}
        </p>
      ) : (
        <ul className={classes.files} aria-label="Files">
          {files.map((file) => (
            <FileRow key={file._id} task={task} file={file} dateStyle={dateStyle} />
          ))}
        </ul>
      )}
    </section>
  )
}
