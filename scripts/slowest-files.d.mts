export function slowestInVitest(report: {
  testResults: { name: string; startTime: number; endTime: number }[]
}): string[]

interface Suite {
  file?: string
  specs?: { tests: { results: { duration: number }[] }[] }[]
  suites?: Suite[]
}

export function slowestInPlaywright(report: { config: { rootDir: string }; suites: Suite[] }): string[]
