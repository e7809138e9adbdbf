import { useState } from 'react'
import { fileSize } from '../../contract/file-size.ts'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import { Button } from '../ui/button.tsx'
import { ClipIcon } from '../ui/icons.tsx'
import { saveBlob } from '../ui/save-file.ts'
import { readFile } from './calls.ts'
import classes from './shared-link.module.css'

type File = NonNullable<NonNullable<SharedPage['task']>['files']>[number]

interface Props {
  files: File[]
  secret: string
}

/** The files of the task, to be saved. Their addresses need the secret, so they are no links. */
export const SharedFiles = ({ files, secret }: Props) => (
  <section aria-labelledby="files">
    <h2 id="files" className={classes.groupHead}>
      Files
    </h2>
    {files.length === 0 && <p className="muted">No files yet.</p>}
    {files.length > 0 && (
      <ul className={classes.rows}>
        {files.map((file) => (
          <FileRow key={file._id} file={file} secret={secret} />
        ))}
      </ul>
    )}
  </section>
)

function FileRow({ file, secret }: { file: File; secret: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setState('busy')
    try {
      saveBlob(file.name, await readFile(secret, file._id))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <li className={classes.row}>
      <ClipIcon size={16} />
      <span className={`${classes.title} ${classes.wide}`}>
        <bdi>{file.name}</bdi> <span className="muted small">{fileSize(file.size)}</span>{' '}
        <span className="critical small" role="status">
          {state === 'failed' && 'The file could not be downloaded. Try again.'}
        </span>
      </span>
      <Button
        variant="default"
        size="compact"
        isBusy={state === 'busy'}
        onClick={save}
        aria-label={`Download ${file.name}`}
      >
        Download
      </Button>
    </li>
  )
}
