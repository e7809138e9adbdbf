import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A screen with a heading; its name stands in the browser's tab too. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Taskdeck`
    return () => {
      document.title = 'Taskdeck'
    }
  }, [title])
  return (
    <div style={{ maxWidth: 880, margin: '0 auto' }}>
      <Title order={1} mb="lg">
        {title}
      </Title>
      {children}
    </div>
  )
}
