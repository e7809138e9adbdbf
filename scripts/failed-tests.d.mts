interface ReportedTest {
  fullName: string
  tags?: string[]
}

export function failedInVitest(report: object, isLeftOut?: (test: ReportedTest) => boolean): string[]
export function leftOutInVitest(report: object, isLeftOut: (test: ReportedTest) => boolean): number
export function failedInPlaywright(report: object): string[]
