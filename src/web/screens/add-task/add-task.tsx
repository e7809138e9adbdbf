import { useNavigate } from 'react-router'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../navigation/paths.ts'
import { TaskForm } from '../../quick-add/task-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { GenerateTasks } from './generate-tasks.tsx'

/** The page with the form for a new task. */
export function AddTask() {
  const session = useSignedIn()
  const navigate = useNavigate()
  return (
    <Page title="Add a New Task">
      <TaskForm
        session={session}
        kind="card"
        isResumed
        onAdded={() => void navigate(paths.dashboard)}
        cancel={(forget) => (
          <LinkButton to={paths.dashboard} variant="subtle" onClick={forget}>
            Cancel
          </LinkButton>
        )}
      />
      <p className="strong above-32">Just trying Taskdeck out?</p>
      <GenerateTasks />
    </Page>
  )
}
