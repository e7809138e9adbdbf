import { type DragEvent, useState } from 'react'
import { fileSize } from '../../contract/file-size.ts'
import { useIsAway } from '../live/state.ts'
import { Button } from '../ui/button.tsx'
import { CloseButton } from '../ui/close-button.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { Progress } from '../ui/progress.tsx'
import classes from './files.module.css'
import type { ChosenFile, Uploads } from './use-uploads.ts'

/** Chooses or drops files and uploads them, with their progress and a way to cancel. */
export function UploadForm({ uploads }: { uploads: Uploads }) {
  const { chosen, current } = uploads
  const [missing, setMissing] = useState(false)
  const [over, setOver] = useState(false)
  const isAway = useIsAway()

  const choose = (files: File[]) => {
    uploads.choose(files)
    setMissing(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose([...event.dataTransfer.files])
  }
  const start = () => (chosen.length ? uploads.start() : setMissing(true))

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
      <FileButton multiple onChoose={choose} label="Completion file" disabled={Boolean(current)}>
        Choose file
      </FileButton>
      <div className={classes.chosen}>
        {chosen.length === 0 && 'or drop one here'}
        {chosen.map((item) => (
          <Chosen key={item.id} item={item} uploads={uploads} />
        ))}
        {isAway && (
          <p className="small muted" role="status">
            {chosen.length
              ? 'The server cannot be reached. Chosen files stay here: upload them when the server is back.'
              : 'The server cannot be reached. Files can be uploaded when it is back.'}
          </p>
        )}
        {missing && (
          <p className="small critical" role="alert">
            Please choose a file first.
          </p>
        )}
      </div>
      <div className="row">
        {current && (
          <Button variant="subtle" onClick={uploads.cancel}>
            Cancel
          </Button>
        )}
        <Button onClick={start} isBusy={Boolean(current)}>
          Upload File
        </Button>
      </div>
    </fieldset>
  )
}

function Chosen({ item: { file, problem }, uploads: { current, remove } }: { item: ChosenFile; uploads: Uploads }) {
  return (
    <div>
      <div className="row nowrap">
        <span>
          <bdi>{file.name}</bdi> · {fileSize(file.size)}
        </span>
        {!current && <CloseButton size="small" label={`Do not upload ${file.name}`} onClick={() => remove(file)} />}
      </div>
      {current?.file === file && <Progress value={current.progress} className="above-6" label="Upload progress" />}
      {problem && current?.file !== file && <p className="small critical">{problem}</p>}
    </div>
  )
}
