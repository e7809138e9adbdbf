import { Link, type LinkProps } from 'react-router'
import { useBox } from '../../ui/use-box.ts'
import classes from './bar-chart.module.css'

interface Bar {
  /** The bar in words, with its number. */
  words: string
  count: number
  to: LinkProps['to']
  tone?: 'done'
}

interface Group {
  /** The name below its bars. */
  name: string
  bars: Bar[]
}

const heightPx = 168
/** Above the bars for their numbers, and below for the names. */
const [topPx, bottomPx] = [20, 24]
const maxBarPx = 32
/** The room that a name needs. */
const namePx = 52

/** Bars that lead to their tasks, in one or more groups side by side. */
export function BarChart({ groups }: { groups: Group[] }) {
  const { ref, width } = useBox<HTMLDivElement>()
  const most = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ count }) => count)))
  const base = heightPx - bottomPx
  const slot = width / Math.max(1, groups.length)
  // The last name is always shown.
  const every = Math.max(1, Math.ceil(namePx / Math.max(1, slot)))
  const within = (x: number) => Math.min(Math.max(x, namePx / 2), width - namePx / 2)
  return (
    <div ref={ref} className={classes.chart}>
      <svg width={width} height={heightPx}>
        <title>Bars that link to their tasks</title>
        <line x1={0} x2={width} y1={base + 0.5} y2={base + 0.5} className={classes.base} />
        {groups.map(({ name, bars }, index) => {
          const bar = Math.min(maxBarPx, (slot * 0.8) / bars.length)
          const start = slot * (index + 0.5) - (bar * bars.length) / 2
          return (
            <g key={name}>
              {bars.map(({ words, count, to, tone }, place) => {
                const x = start + place * bar
                const y = base - (count / most) * (base - topPx)
                return (
                  <Link key={words} to={to} aria-label={words} className={classes.bar}>
                    <title>{words}</title>
                    <rect x={x} y={0} width={bar} height={base} className={classes.target} />
                    <rect
                      x={x + 1}
                      y={count ? y : base - 2}
                      width={Math.max(1, bar - 2)}
                      height={count ? base - y : 2}
                      rx={Math.min(3, bar / 4)}
                      className={classes.shape}
                      data-tone={count ? tone : 'none'}
                    />
                    {count > 0 && bar >= 14 && (
                      <text x={x + bar / 2} y={y - 5} className={`mono ${classes.number}`}>
                        {count}
                      </text>
                    )}
                  </Link>
                )
              })}
              {(groups.length - 1 - index) % every === 0 && (
                <text x={within(slot * (index + 0.5))} y={heightPx - 6} className={`mono ${classes.name}`}>
                  {name}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
