import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { runCommand } from '../../commands/use-commands.ts'
import { paths } from '../../navigation/paths.ts'
import { draftShared } from '../../quick-add/draft.ts'
import { sharedLine } from '../../quick-add/shared-text.ts'
import { Loading } from '../../ui/loading.tsx'

/** Opens quick add over the dashboard, for the app's shortcut and for shared text. The user decides whether the text is added. */
export function NewTask() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  useEffect(() => {
    draftShared(sharedLine(search))
    const opened = setTimeout(async () => {
      await navigate(paths.dashboard, { replace: true })
      runCommand('quickAdd')
    })
    return () => clearTimeout(opened)
  }, [search, navigate])
  return <Loading />
}
