import { useQuery } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { archiveCalls } from '../../../contract/calls/archives.ts'
import { fileSize } from '../../../contract/file-size.ts'
import type { ArchiveSize } from '../../../contract/schemas/archives.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { archiveSizeQuery } from '../../archives/queries.ts'
import { cancelExport, exportEverything, runningExport } from '../../archives/running-export.ts'
import { paths } from '../../navigation/paths.ts'
import { AnchorButton, Button, LinkButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'

/** Larger archives are left to the browser, which writes them to the disk while they arrive and shows the progress itself. */
const maxBlobBytes = 500_000_000

/** The ways in and out: an import, and a download of everything. */
export function DataSection() {
  return (
    <>
      <DownloadSection />
      <Section
        title="Import"
        text="Tasks of another program, from its export: Todoist, Trello, GitHub, Jira, a calendar, Markdown, any table and more."
      >
        <p className="muted">
          First you see what will be made. One undo takes it all back, and a file that is imported again makes nothing
          twice.
        </p>
        <LinkButton className="at-start" variant="default" to={paths.import}>
          Import tasks
        </LinkButton>
      </Section>
    </>
  )
}

function DownloadSection() {
  const { data: size, error, refetch } = useQuery(archiveSizeQuery)
  return (
    <Section
      title="Your data"
      text="Everything that you have here, in one ZIP: tasks, trash, notes, history and files, with a page that shows all of it without a server."
    >
      {error && !size ? (
        <p className="muted">
          {messageOf(error, 'The size could not be counted.')}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <p className="muted">{size ? contentOf(size) : 'Counting …'}</p>
      )}
      {size && size.bytes > maxBlobBytes ? (
        <AnchorButton className="at-start" href={archiveCalls.download.path} download variant="default">
          Download everything
        </AnchorButton>
      ) : (
        <ArchiveButton size={size} />
      )}
      <p className="muted">
        What belongs to your account, such as sessions and the names of tokens, is in{' '}
        <a href={accountCalls.exportAll.path} download>
          a JSON file
        </a>
        , also without secrets.
      </p>
    </Section>
  )
}

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
const contentOf = ({ taskCount, fileCount, bytes }: ArchiveSize) =>
  `${counted(taskCount, 'task')} and ${counted(fileCount, 'file')}, including the trash: about ${fileSize(bytes)}.`

function ArchiveButton({ size }: { size: ArchiveSize | undefined }) {
  const { _id: owner } = useSignedIn().user
  const received = runningExport.use()?.bytes
  const total = Math.max(size?.bytes ?? 0, received ?? 0, 1)
  return (
    <>
      {received !== undefined && (
        <div className="stack">
          <Progress value={received / total} label="Download progress" />
          <p className="muted above-4" role="status">
            {fileSize(received)} of about {fileSize(total)}. It goes on while you use other screens.
          </p>
        </div>
      )}
      <div className="row">
        <Button variant="default" isBusy={received !== undefined} onClick={() => void exportEverything(owner)}>
          Download everything
        </Button>
        {received !== undefined && (
          <Button variant="subtle" onClick={cancelExport}>
            Cancel
          </Button>
        )}
      </div>
    </>
  )
}
