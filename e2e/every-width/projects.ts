import { phone } from '../touch.ts'

const wide = (width: number) => ({ viewport: { width, height: 900 } })

/** The screens on which the journeys of a day are made, and the tags of the tests that are only about some of them. */
const screens = [
  { width: 390, tags: /@every-width|@narrow/, use: phone },
  { width: 992, tags: /@every-width|@wide/, use: wide(992) },
  { width: 1440, tags: /@every-width|@wide|@widest/, use: wide(1440) },
]

/** A project for each width and theme. */
export const everyWidth = screens.flatMap(({ width, tags, use }) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    grep: tags,
    use: { ...use, colorScheme, contextOptions: { reducedMotion: 'reduce' as const } },
  })),
)
