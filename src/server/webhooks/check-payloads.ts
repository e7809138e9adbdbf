import type { Check } from '../receipts/checks.ts'
import type { Reader } from './json.ts'
import { hashForm, webUrl } from './web-url.ts'

/** A finished check. */
export interface FinishedCheck {
  kind: 'check'
  check: Check
  /** The email or the user name of the person who has started it. */
  by: string[]
}

/** Whether a result is a success or a failure. One that says neither, such as that of a run that was cancelled or waits for approval, is no proof. */
const results: Record<string, boolean> = {
  success: true,
  failure: false,
  timed_out: false,
  startup_failure: false,
  // GitLab's word, and Gitea's for a check that could not run.
  failed: false,
  error: false,
}

type Found = Omit<Check, 'isPassed'> & { result: string; by: string[] }

function finished({ result, by, ...check }: Found): FinishedCheck | undefined {
  const isPassed = Object.hasOwn(results, result) ? results[result] : undefined
  if (isPassed === undefined || !hashForm.test(check.commit)) return undefined
  return { kind: 'check', check: { ...check, isPassed }, by: by.filter(Boolean).map((name) => name.toLowerCase()) }
}

/** The milliseconds between two times, if both are known. */
function between(start: string, end: string): number | null {
  const ms = Date.parse(end) - Date.parse(start)
  return ms >= 0 ? ms : null
}

/** GitHub makes a suite for each run of a workflow, and sends both events if both are chosen. */
const suiteOf = (id: number | undefined, isReportedAs: 'suite' | 'run') =>
  id === undefined ? {} : { suite: { name: String(id), isReportedAs } }

function workflowRun(payload: Reader, repository: Reader): FinishedCheck | undefined {
  const run = payload.in('workflow_run')
  const startedAt = run.text('run_started_at') || run.text('created_at')
  const isOwn = run.in('head_repository').text('full_name') === repository.text('full_name')
  return finished({
    run: `workflow ${run.number('id')} ${run.number('run_attempt') ?? 1}`,
    ...suiteOf(run.number('check_suite_id'), 'run'),
    repository: repository.text('full_name'),
    commit: run.text('head_sha'),
    branch: isOwn ? run.text('head_branch') : '',
    name: run.text('name') || payload.in('workflow').text('name'),
    url: webUrl(run.text('html_url')),
    result: run.text('conclusion'),
    startedAt,
    durationMs: between(startedAt, run.text('updated_at')),
    by: [run.in('actor').text('login'), payload.in('sender').text('login')],
  })
}

/** The name of a suite is that of its app. The branch of a fork is null there. It has no page of its own, but its commit has one. */
function checkSuite(payload: Reader, repository: Reader): FinishedCheck | undefined {
  const suite = payload.in('check_suite')
  const [startedAt, endedAt] = [suite.text('created_at'), suite.text('updated_at')]
  const commit = suite.text('head_sha')
  return finished({
    run: `suite ${suite.number('id')} ${endedAt}`,
    ...suiteOf(suite.number('id'), 'suite'),
    repository: repository.text('full_name'),
    commit,
    branch: suite.text('head_branch'),
    name: suite.in('app').text('name'),
    url: webUrl(`${repository.text('html_url')}/commit/${commit}/checks`),
    result: suite.text('conclusion'),
    startedAt,
    durationMs: between(startedAt, endedAt),
    by: [payload.in('sender').text('login')],
  })
}

function commitStatus(payload: Reader, repository: Reader): FinishedCheck | undefined {
  const [startedAt, endedAt] = [payload.text('created_at'), payload.text('updated_at')]
  return finished({
    run: `status ${payload.number('id')} ${payload.text('state')}`,
    repository: repository.text('full_name'),
    commit: payload.text('sha'),
    branch: '',
    name: payload.text('context'),
    url: webUrl(payload.text('target_url')),
    result: payload.text('state'),
    startedAt,
    durationMs: between(startedAt, endedAt),
    by: [payload.in('sender').text('login')],
  })
}

/** A finished check in a payload of GitHub, or of Gitea and Forgejo, which have statuses instead of suites. */
export function checkLikeGitHub(event: string, payload: Reader): FinishedCheck | undefined {
  const repository = payload.in('repository')
  if (event === 'status') return commitStatus(payload, repository)
  if (payload.text('action') !== 'completed') return undefined
  if (event === 'workflow_run') return workflowRun(payload, repository)
  return event === 'check_suite' ? checkSuite(payload, repository) : undefined
}

/** A finished pipeline of GitLab. Pipelines of forks run in the fork, so a plain name of a branch is one of the project. */
export function pipelineOfGitLab(payload: Reader): FinishedCheck | undefined {
  const [project, pipeline] = [payload.in('project'), payload.in('object_attributes')]
  const [id, seconds] = [pipeline.number('id'), pipeline.number('duration')]
  const page = id === undefined ? '' : `${project.text('web_url')}/-/pipelines/${id}`
  return finished({
    run: `pipeline ${id} ${pipeline.text('finished_at')}`,
    repository: project.text('path_with_namespace'),
    commit: pipeline.text('sha'),
    branch: pipeline.is('tag') ? '' : pipeline.text('ref'),
    name: pipeline.text('name') || 'Pipeline',
    url: webUrl(pipeline.text('url') || page),
    result: pipeline.text('status'),
    startedAt: pipeline.text('created_at'),
    durationMs: seconds === undefined ? null : seconds * 1000,
    by: [payload.in('user').text('username'), payload.in('user').text('email')],
  })
}
