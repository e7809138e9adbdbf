import { fileSize } from '../../contract/file-size.ts'
import { Button } from '../ui/button.tsx'
import { CloseButton } from '../ui/close-button.tsx'
import { Progress } from '../ui/progress.tsx'
import classes from './files.module.css'
import type { TextFiles } from './use-text-files.ts'

/** The files of a text that are being uploaded, with their progress, or the reason why they were not uploaded. */
export function TextFileRows({ uploads: { files, retry, remove } }: { uploads: TextFiles }) {
  if (!files.length) return null
  return (
    <ul aria-label="Uploads" className={classes.files}>
      {files.map((item) => (
        <li key={item.id}>
          <div className="row nowrap">
            <span>
              <bdi>{item.file.name}</bdi> · {fileSize(item.file.size)}
            </span>
            {item.problem && (
              <Button size="compact" variant="default" onClick={() => retry(item)}>
                Try again
              </Button>
            )}
            <CloseButton size="small" label={`Do not upload ${item.file.name}`} onClick={() => remove(item)} />
          </div>
          {item.problem ? (
            <p className="small critical" role="alert">
              {item.problem}
            </p>
          ) : (
            <Progress value={item.progress} label={`Upload of ${item.file.name}`} />
          )}
        </li>
      ))}
    </ul>
  )
}
