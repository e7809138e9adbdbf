import { relative } from 'node:path'

const shown = 5

/** The slowest files of a vitest report, as `12 s  src/server/live/live.test.ts`. */
export function slowestInVitest({ testResults }) {
  return slowest(
    testResults.map(({ name, startTime, endTime }) => [relative(process.cwd(), name), endTime - startTime]),
  )
}

/** The slowest files of a Playwright report. */
export function slowestInPlaywright({ suites, config }) {
  const folder = relative(process.cwd(), config.rootDir)
  return slowest(suites.map((suite) => [`${folder}/${suite.file}`, timeOf(suite)]))
}

function timeOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(timeOf)].reduce((sum, time) => sum + time, 0)
}

const slowest = (files) =>
  files
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([file, milliseconds]) => `${Math.round(milliseconds / 1000)} s  ${file}`)
