import { useSignedIn } from '../../accounts/signed-in.ts'
import { NoTasks } from '../../views/no-tasks.tsx'
import { Surface } from '../../views/surface.tsx'
import { useGroups, useShown, useView } from '../../views/use-view.ts'
import { CardGrid, CardSkeletons } from './card-grid.tsx'
import { StartOffer } from './start-offer.tsx'

/** The user's tasks as cards. */
export function Dashboard() {
  const { user, preferences } = useSignedIn()
  const view = useView()
  const shown = useShown(view)
  const groups = useGroups(shown.tasks, shown.words.length ? 'none' : view.grouping)
  return (
    <Surface
      name="Dashboard"
      heading={`Welcome to the Dashboard, ${user.username}!`}
      keepsHeading
      offer={!preferences.start && <StartOffer />}
      view={view}
      shown={shown}
    >
      {!shown.isReady && !shown.error && <CardSkeletons />}
      {shown.isReady && shown.tasks.length === 0 && <NoTasks view={view} later={shown.later.length} />}
      {shown.tasks.length > 0 && (
        <CardGrid
          groups={groups}
          words={shown.words}
          filtered={view.filter.label}
          preferences={preferences}
          onLabel={(name) => view.setFilter({ label: [name] })}
        />
      )}
    </Surface>
  )
}
