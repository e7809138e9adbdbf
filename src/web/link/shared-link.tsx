import { useEffect } from 'react'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import { deadLink } from '../../contract/shares.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PageFoot } from './page-foot.tsx'
import { PageHead } from './page-head.tsx'
import classes from './shared-link.module.css'
import { SharedTaskPage } from './shared-task-page.tsx'
import { SharedViewPage } from './shared-view-page.tsx'
import { useSharedPage } from './use-shared-page.ts'

/** The page of a shared link: everything that its reader sees. */
export function SharedLink() {
  const { secret, shared, retry } = useSharedPage()
  const title = shared.state === 'shown' ? shared.page.title : shared.state === 'dead' ? deadLink : 'Shared page'
  useEffect(() => {
    document.title = title
  }, [title])
  if (shared.state === 'dead')
    return (
      <main className={classes.message}>
        <h1>{deadLink}</h1>
      </main>
    )
  if (shared.state === 'failed')
    return (
      <main className={classes.message}>
        <h1>This page could not be loaded.</h1>
        <p className="muted">{shared.message}</p>
        <Button onClick={retry}>Try again</Button>
      </main>
    )
  if (shared.state === 'loading') return <LoadingPage />
  const { page, isStale } = shared
  return (
    <div className={classes.page}>
      <main className={classes.content}>
        <PageHead page={page} isStale={isStale} />
        <Content page={page} secret={secret} />
      </main>
      <PageFoot page={page} />
    </div>
  )
}

const Content = ({ page, secret }: { page: SharedPage; secret: string }) =>
  page.task ? <SharedTaskPage page={page} task={page.task} secret={secret} /> : <SharedViewPage page={page} />

const loadingRows = [1, 2, 3, 4, 5, 6]

const LoadingPage = () => (
  <main className={classes.content} role="status" aria-label="Loading the page">
    <Skeleton height={32} width={240} />
    <Skeleton height={92} radius={12} />
    {loadingRows.map((row) => (
      <Skeleton key={row} height={32} radius={8} />
    ))}
  </main>
)
