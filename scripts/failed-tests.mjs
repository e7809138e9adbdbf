import { relative } from 'node:path'

/** The failed tests in a vitest report, and the skipped ones unless they were left out on purpose: `file > title`. */
export function failedInVitest({ testResults }, isLeftOut = () => false) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status !== 'passed' && !wasLeftOut(test, isLeftOut))
    if (status === 'failed' && failed.length === 0) return [`${file} (the file itself failed)`]
    return failed.map((test) => `${file} > ${test.fullName}${noteOn(test.status)}`)
  })
}

/** The number of tests in a vitest report that were left out on purpose. */
export const leftOutInVitest = ({ testResults }, isLeftOut) =>
  testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => wasLeftOut(test, isLeftOut)).length

const wasLeftOut = (test, isLeftOut) => test.status === 'skipped' && isLeftOut(test)

/** The failed, flaky and skipped tests in a Playwright report, each as `file:line > title (project)`. */
export function failedInPlaywright({ suites, errors, config }) {
  const folder = relative(process.cwd(), config.rootDir)
  const titles = suites.flatMap((suite) => failedInSuite(suite, folder, []))
  return [...titles, ...errors.map(({ message = '' }) => message.split('\n')[0])]
}

function failedInSuite({ file, title, specs = [], suites = [] }, folder, parents) {
  const titles = title === file ? parents : [...parents, title]
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, projectName }) => {
        const path = [`${folder}/${spec.file}:${spec.line}`, ...titles, spec.title].join(' > ')
        return `${path} (${projectName})${noteOn(status)}`
      }),
  )
  return [...own, ...suites.flatMap((suite) => failedInSuite(suite, folder, titles))]
}

const noteOn = (status) => (status === 'failed' || status === 'unexpected' ? '' : ` [${status}]`)
