import '@mantine/core/styles/Progress.css'
import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { fileSize } from '../../contract/file-size.ts'
import classes from './files.module.css'
import type { TextFiles } from './use-text-files.ts'

/** The files of a text that are being uploaded, with their progress, or the reason why they were not uploaded. */
export function TextFileRows({ uploads: { files, retry, remove } }: { uploads: TextFiles }) {
  if (!files.length) return null
  return (
    <ul aria-label="Uploads" className={classes.files}>
      {files.map((item) => (
        <li key={item.id}>
          <Group gap="xs" wrap="nowrap">
            <span>
              <bdi>{item.file.name}</bdi> · {fileSize(item.file.size)}
            </span>
            {item.problem && (
              <Button size="compact-sm" variant="default" onClick={() => retry(item)}>
                Try again
              </Button>
            )}
            <CloseButton size="sm" aria-label={`Do not upload ${item.file.name}`} onClick={() => remove(item)} />
          </Group>
          {item.problem ? (
            <Text size="xs" c="var(--deck-critical)" role="alert">
              {item.problem}
            </Text>
          ) : (
            <Progress value={item.progress * 100} aria-label={`Upload of ${item.file.name}`} transitionDuration={120} />
          )}
        </li>
      ))}
    </ul>
  )
}
