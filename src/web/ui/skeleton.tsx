import type { HTMLAttributes } from 'react'
import classes from './skeleton.module.css'

interface Props extends Pick<HTMLAttributes<HTMLDivElement>, 'className' | 'role' | 'aria-label'> {
  height?: number
  width?: number | string
  maxWidth?: number | string
  radius?: number
}

/** Stands in for something that is loading, in its size. */
export function Skeleton({ height, width, maxWidth, radius, className = '', ...rest }: Props) {
  const style = { height, width, maxWidth, borderRadius: radius }
  return <div className={`${classes.skeleton} ${className}`} style={style} {...rest} />
}
