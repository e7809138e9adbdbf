import { Link, useParams } from 'react-router'
import { useProviderProblem } from '../../accounts/provider-problem.ts'
import { paths } from '../../navigation/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { CodeFailed, useOnDemand } from '../../ui/on-demand.tsx'
import { useTitle } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { useMediaQuery } from '../../ui/use-window.ts'
import { Wide } from '../../views/frame.tsx'
import classes from './frame.module.css'
import { PageList } from './page-list.tsx'
import { type SettingsPage, settingsPages } from './pages.ts'
import { SavedMark } from './saved-mark.tsx'

/** The pages of the settings beside their list. A narrow screen shows the list first, which leads to the pages. */
export function Settings() {
  const { page: id } = useParams()
  const isWide = useMediaQuery('(min-width: 992px)')
  useProviderProblem()
  const found = settingsPages.find((page) => page.id === id?.toLowerCase())
  const page = id === undefined && isWide ? settingsPages[0] : found
  useTitle(found ? `${found.name} · Settings` : 'Settings')
  if (id !== undefined && !found) return <NoPage />
  return (
    <Wide>
      <div className={classes.settings}>
        {(isWide || !page) && (
          <div>
            <h1 className={`h2 ${classes.heading}`}>Settings</h1>
            <PageList current={page} />
          </div>
        )}
        {page && (
          <div className={classes.page}>
            {!isWide && (
              <>
                <Link to={paths.settings} className={classes.back}>
                  <BackIcon size={16} />
                  Settings
                </Link>
                <h1 className="h2">{page.name}</h1>
              </>
            )}
            <div className={classes.intro}>
              <p className="muted">{page.text}</p>
              <SavedMark key={page.id} />
            </div>
            <LoadedPage key={page.id} page={page} />
          </div>
        )}
      </div>
    </Wide>
  )
}

function LoadedPage({ page }: { page: SettingsPage }) {
  const { Component, hasFailed, retry } = useOnDemand(page.load)
  if (hasFailed) return <CodeFailed onRetry={retry} />
  return Component ? <Component /> : <RowSkeletons what="the settings" height={120} count={3} />
}

function NoPage() {
  return (
    <MessagePage title="Page not found" text="The settings have no such page. The link may be old or mistyped.">
      <LinkButton to={paths.settings}>Back to the settings</LinkButton>
    </MessagePage>
  )
}
