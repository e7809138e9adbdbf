/** Set by npm, and written into the bundled file by its build. */
export const version = process.env.npm_package_version ?? 'development'
