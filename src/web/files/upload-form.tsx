import '@mantine/core/styles/Progress.css'
import { Button, CloseButton, FileButton, Group, Progress, Text } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { fileSize } from '../../contract/file-size.ts'
import { useIsAway } from '../live/state.ts'
import classes from './files.module.css'
import type { ChosenFile, Uploads } from './use-uploads.ts'

/** Chooses or drops files and uploads them, with their progress and a way to cancel. */
export function UploadForm({ uploads }: { uploads: Uploads }) {
  const { chosen, current } = uploads
  const [missing, setMissing] = useState(false)
  const [over, setOver] = useState(false)
  const emptyField = useRef<() => void>(null)
  const isAway = useIsAway()

  const choose = (files: File[]) => {
    uploads.choose(files)
    setMissing(false)
    // The browser reports no change if the same file is chosen again, unless the field is empty.
    emptyField.current?.()
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
      <FileButton multiple onChange={choose} resetRef={emptyField} inputProps={{ 'aria-label': 'Completion file' }}>
        {(props) => (
          <Button {...props} variant="default" disabled={Boolean(current)}>
            Choose file
          </Button>
        )}
      </FileButton>
      <div className={classes.chosen}>
        {chosen.length === 0 && 'or drop one here'}
        {chosen.map((item) => (
          <Chosen key={item.id} item={item} uploads={uploads} />
        ))}
        {isAway && (
          <Text size="xs" c="dimmed" role="status">
            {chosen.length
              ? 'The server cannot be reached. Your choice is kept: upload it when the server is back.'
              : 'The server cannot be reached. Files can be uploaded when it is back.'}
          </Text>
        )}
        {missing && (
          <Text size="xs" c="var(--deck-critical)" role="alert">
            Please choose a file first.
          </Text>
        )}
      </div>
      <Group gap="xs">
        {current && (
          <Button variant="subtle" onClick={uploads.cancel}>
            Cancel
          </Button>
        )}
        <Button onClick={start} loading={Boolean(current)}>
          Upload File
        </Button>
      </Group>
    </fieldset>
  )
}

function Chosen({ item: { file, problem }, uploads: { current, remove } }: { item: ChosenFile; uploads: Uploads }) {
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <span>
          <bdi>{file.name}</bdi> · {fileSize(file.size)}
        </span>
        {!current && <CloseButton size="sm" aria-label={`Do not upload ${file.name}`} onClick={() => remove(file)} />}
      </Group>
      {current?.file === file && (
        <Progress value={current.progress * 100} mt={6} aria-label="Upload progress" transitionDuration={120} />
      )}
      {problem && current?.file !== file && (
        <Text size="xs" c="var(--deck-critical)">
          {problem}
        </Text>
      )}
    </div>
  )
}
