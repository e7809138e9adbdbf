/** Set by npm, and written into the bundled file by its build. */
export const version = process.env.npm_package_version ?? 'development'

const commit = process.env.TASKDECK_COMMIT

/** What `taskdeck --version` prints. */
export const fullVersion = commit ? `${version} (commit ${commit})` : version
