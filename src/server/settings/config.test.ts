import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Config, loadConfig } from './config.ts'
import { settings } from './settings.ts'

test('without settings, Taskdeck serves localhost:3000/taskdeck/ from ./data', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: 'localhost',
    basePath: '/taskdeck/',
    publicUrl: 'http://localhost:3000',
    pushContact: '',
    trustProxy: [],
    allowedHookHosts: [],
    logLevel: 'info',
    requestTimeoutMs: 30_000,
  } satisfies Partial<Config>)
  expect(config.databaseUrl).toBe(`sqlite:${config.dataDir}/taskdeck.db`)
})

test.for([
  'postgres://ana@a:5432,b:5433/name?sslmode=verify-full',
  'postgresql://a,[::1]:5433/name?target_session_attrs=read-write',
  'postgres:///name?host=/run/postgresql',
])('DATABASE_URL=%s is accepted', (url) => {
  expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('the error about several hosts does not repeat their password', () => {
  expect(() => loadConfig({ DATABASE_URL: 'postgres://root:hunter2@a,a/x' })).toThrow('postgres://root:***@a,a/x')
})

test('an empty setting counts as not set', () => {
  expect(loadConfig({ PORT: '', BASE_PATH: ' ' })).toEqual(loadConfig({}))
})

test('settings are parsed and normalized', () => {
  const config = loadConfig({
    PORT: '8080',
    BASE_PATH: '/a/b',
    PUBLIC_URL: 'https://tasks.example.org/',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
    PUSH_CONTACT: 'mailto:ops@example.com',
    ALLOWED_HOOK_HOSTS: 'ntfy.lan, gotify, 192.168.1.0/24,fd00::1',
  })
  expect(config).toMatchObject({
    port: 8080,
    basePath: '/a/b/',
    publicUrl: 'https://tasks.example.org',
    pushContact: 'mailto:ops@example.com',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    allowedHookHosts: ['ntfy.lan', 'gotify', '192.168.1.0/24', 'fd00::1'],
  })
})

test.for([
  ['PORT', '80a', 'must be a whole number from 0 to 65535'],
  ['PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['PORT', '-1', 'must be a whole number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://x', 'must be sqlite:PATH or postgres://'],
  ['DATABASE_URL', 'sqlite:', 'must be sqlite:PATH or postgres://'],
  ['DATABASE_URL', 'postgres://a:x/name', 'must be postgres://user:password@host:port/name, with a comma between'],
  [
    'DATABASE_URL',
    'postgres://a:5432,b:x/name',
    'must be postgres://user:password@host:port/name, with a comma between',
  ],
  ['DATABASE_URL', 'postgres://a,/name', 'must name a host before and after each comma'],
  ['DATABASE_URL', 'postgres://a,b,a/name', 'must name each host once'],
  ['DATABASE_URL', 'postgres://a,b/name?target_session_attrs=standby', 'must not ask for a server that refuses writes'],
  ['DATABASE_CONNECTIONS', '0', 'must be a whole number from 1 to 1000'],
  ['DATABASE_WAIT', 'long', 'must be a whole number from 1 to 60'],
  ['BASE_PATH', 'taskdeck', 'must begin with /'],
  ['BASE_PATH', '/a b/', 'must begin with /'],
  ['BASE_PATH', '/health/', 'is used by calls of the server'],
  ['BASE_PATH', '/docs', 'is used by calls of the server'],
  ['PUBLIC_URL', 'tasks.example.org', 'must begin with http:// or https://'],
  ['PUBLIC_URL', 'https://example.org/sub', 'must have no path'],
  ['TRUST_PROXY', 'yes', 'must be a list of IP addresses'],
  ['TRUST_PROXY', '10.0.0.0/33', 'must be a list of IP addresses'],
  ['PUSH_CONTACT', 'ops@example.com', 'must be mailto:'],
  ['ALLOWED_HOOK_HOSTS', 'https://ntfy.lan', 'must be a list of hosts, addresses or networks'],
  ['ALLOWED_HOOK_HOSTS', '10.0.0.0/33', 'must be a list of hosts, addresses or networks'],
  ['ALLOWED_HOOK_HOSTS', '10.0.0', 'must be a list of hosts, addresses or networks'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error'],
  ['REQUEST_TIMEOUT', '0', 'must be a whole number from 1 to 3600'],
] as const)('%s=%s is refused: it %s', ([name, value, reason]) => {
  expect(() => loadConfig({ [name]: value })).toThrow(`${name}="${value}" ${reason}`)
})

test.for([
  ['MAX_FILE_MB', 'MAX_USER_MB'],
  ['SESSION_IDLE_DAYS', 'SESSION_MAX_DAYS'],
] as const)('a value of %s above %s is refused', ([part, whole]) => {
  expect(() => loadConfig({ [part]: '11', [whole]: '10' })).toThrow(`${part} must not be more than ${whole}`)
})

test('all invalid settings are reported at once', () => {
  expect(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT=.*LOG_LEVEL=/)
})

test('the error about an invalid URL does not repeat its password', () => {
  expect(() => loadConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow('mysql://root:***@db/x')
})

test('the table of settings in the README matches the code', async () => {
  const readme = await readFile('README.md', 'utf8')
  const rows = settings.map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
  )
  expect(readme).toContain(['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n'))
})

test('sign-ups are open, by invitation or closed; a limit of 0 per hour still means closed', () => {
  const signupsOf = (env: Record<string, string>) => {
    const { signups, signupsPerHour } = loadConfig(env)
    return [signups, signupsPerHour]
  }
  expect(signupsOf({})).toEqual(['open', 20])
  expect(signupsOf({ SIGNUPS: 'invite', SIGNUPS_PER_HOUR: '3' })).toEqual(['invite', 3])
  expect(signupsOf({ SIGNUPS_PER_HOUR: '0' })).toEqual(['closed', 20])
  expect(signupsOf({ SIGNUPS: 'closed', SIGNUPS_PER_HOUR: '0' })).toEqual(['closed', 20])
  expect(() => loadConfig({ SIGNUPS: 'open', SIGNUPS_PER_HOUR: '0' })).toThrow('SIGNUPS_PER_HOUR=0 closes the sign-up')
  expect(() => loadConfig({ SIGNUPS: 'maybe' })).toThrow('SIGNUPS="maybe" must be one of open, invite, closed')
})

test('files are in the data folder, in another folder, or in a bucket', () => {
  const filesOf = (FILES_URL: string) => loadConfig({ FILES_URL }).files
  expect([loadConfig({}).files, filesOf('file:DATA_DIR/files')]).toEqual([undefined, undefined])
  expect(filesOf('file:/srv/files')).toEqual({ kind: 'disk', folder: '/srv/files' })
  const s3 = {
    kind: 's3',
    bucket: 'taskdeck',
    prefix: '',
    endpoint: undefined,
    publicEndpoint: undefined,
    region: undefined,
  }
  expect(filesOf('s3://taskdeck')).toEqual(s3)
  expect(
    filesOf('s3://taskdeck/a/b/?endpoint=http://10.0.0.1:9000/&region=eu&public=https://files.example.org'),
  ).toEqual({
    ...s3,
    prefix: 'a/b/',
    endpoint: 'http://10.0.0.1:9000',
    publicEndpoint: 'https://files.example.org',
    region: 'eu',
  })
  expect(loadConfig({ FILES_URL: 's3://taskdeck', AWS_REGION: 'eu-west-1' }).files).toMatchObject({
    region: 'eu-west-1',
  })
})

test.for([
  ['/srv/files', 'must be file:PATH or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION'],
  ['s3://', 'must be file:PATH or s3://BUCKET/PREFIX'],
  ['s3://No_Bucket/a', 'with the name of a bucket'],
  ['s3://taskdeck/../other', 'must have a prefix of letters'],
  ['s3://taskdeck/a b', 'must have a prefix of letters, digits, - _ . and / only'],
  ['s3://taskdeck?endpoint=files.example.org', 'must have an address such as https://s3.example.org as endpoint'],
  ['s3://taskdeck?endpoint=https://key:secret@files.example.org', 'as endpoint'],
  ['s3://taskdeck?regoin=eu', 'has the unknown parameter regoin: use endpoint, region and public'],
  ['s3://key:hunter2@taskdeck', 'must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
] as const)('FILES_URL=%s is refused', ([FILES_URL, message]) => {
  expect(() => loadConfig({ FILES_URL })).toThrow(message)
  expect(() => loadConfig({ FILES_URL })).not.toThrow(/hunter2|key:secret/)
})

test('settings of files that contradict each other are refused', () => {
  const bucket = { FILES_URL: 's3://taskdeck?endpoint=http://10.0.0.1', FILE_DOWNLOADS: 'redirect' }
  expect(() => loadConfig({ FILE_DOWNLOADS: 'redirect' })).toThrow('requires a FILES_URL that begins with s3://')
  expect(loadConfig(bucket).fileDownloads).toBe('redirect')
  expect(() => loadConfig({ ...bucket, PUBLIC_URL: 'https://tasks.example.org' })).toThrow('add &public=https://')
  expect(() => loadConfig({ AWS_ACCESS_KEY_ID: 'key' })).toThrow(
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together',
  )
})
