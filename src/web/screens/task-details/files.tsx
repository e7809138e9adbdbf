import { Text } from '@mantine/core'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { TaskWithFiles } from '../../../contract/schemas/tasks.ts'
import { FileRow } from './file-row.tsx'
import classes from './task-details.module.css'
import { UploadForm } from './upload-form.tsx'
import type { Uploads } from './use-uploads.ts'

interface Props {
  task: TaskWithFiles
  uploads: Uploads
  dateStyle: Preferences['dateStyle']
}

export function Files({ task, uploads, dateStyle }: Props) {
  return (
    <section aria-label="Completion files">
      <h2 className={classes.heading}>Upload Completion File:</h2>
      <UploadForm uploads={uploads} />
      {task.files.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          No files yet. Attach what shows that the task is done: a screenshot, a log, a report.
        </Text>
      ) : (
        <ul className={classes.files} aria-label="Files">
          {task.files.map((file) => (
            <FileRow key={file._id} task={task} file={file} dateStyle={dateStyle} />
          ))}
        </ul>
      )}
    </section>
  )
}
