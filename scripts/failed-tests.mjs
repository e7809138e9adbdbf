import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The failed tests in a vitest report, and the skipped ones unless they were left out on purpose: `file > title: reason`. */
export function failedInVitest({ testResults }, isLeftOut = () => false) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status !== 'passed' && !wasLeftOut(test, isLeftOut))
    if (status === 'failed' && failed.length === 0) return [`${file} (the file itself failed)`]
    return failed.map(({ fullName, status, failureMessages = [] }) =>
      withReason(`${file} > ${fullName}${noteOn(status)}`, failureMessages[0]),
    )
  })
}

/** The number of tests in a vitest report that were left out on purpose. */
export const leftOutInVitest = ({ testResults }, isLeftOut) =>
  testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => wasLeftOut(test, isLeftOut)).length

const wasLeftOut = (test, isLeftOut) => test.status === 'skipped' && isLeftOut(test)

/** The failed, flaky and skipped tests in a Playwright report, each as `file:line > title (project): reason`. */
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
      .map(({ status, projectName, results = [] }) => {
        const path = [`${folder}/${spec.file}:${spec.line}`, ...titles, spec.title].join(' > ')
        const reasons = results.flatMap(({ errors = [] }) => errors.map(({ message }) => message))
        return withReason(`${path} (${projectName})${noteOn(status)}`, reasons[0])
      }),
  )
  return [...own, ...suites.flatMap((suite) => failedInSuite(suite, folder, titles))]
}

const noteOn = (status) => (status === 'failed' || status === 'unexpected' ? '' : ` [${status}]`)

const maxReasonLength = 400

/** Adds the beginning of the error to a failed test, because logs are often truncated to their end. */
function withReason(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  const reason = lines.filter((line) => !line.trim().startsWith('at ')).join(' ')
  const short = reason.replace(/\s+/g, ' ').trim().slice(0, maxReasonLength)
  return short ? `${name}: ${short}` : name
}
