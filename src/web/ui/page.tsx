import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** The screen's name in the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Taskdeck`
    return () => {
      document.title = 'Taskdeck'
    }
  }, [title])
}

/** A screen with a heading. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div style={{ maxWidth: 880, margin: '0 auto' }}>
      <Title order={1} mb="lg">
        {title}
      </Title>
      {children}
    </div>
  )
}
