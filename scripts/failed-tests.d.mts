export function failedInVitest(report: object, options?: { withSkipped?: boolean }): string[]
export function failedInPlaywright(report: object): string[]
