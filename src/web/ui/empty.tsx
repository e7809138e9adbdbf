import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** Replaces a list that has no rows: says so, and what to do next. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Text fw={600} size="lg">
        {title}
      </Text>
      {children}
    </div>
  )
}
