import { defaultLimits } from '../database/limits.ts'

/** A setting as the README shows it. */
interface Setting {
  name: string
  fallback: string
  meaning: string
}

/** All settings. A test compares the README's table with this list. */
export const settings: Setting[] = [
  { name: 'PORT', fallback: '3000', meaning: 'Port to listen on; `0` picks a free one.' },
  { name: 'HOST', fallback: 'localhost', meaning: 'Address to listen on; `0.0.0.0` for every network interface.' },
  {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder for the database and the files; made private to the user that runs Taskdeck.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:DATA_DIR/taskdeck.db',
    meaning:
      '`sqlite:PATH` or `postgres://user:password@host:port/name`. Several `host:port` with commas between them: a primary and its standbys.',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    fallback: String(defaultLimits.connections),
    meaning: 'Connections to PostgreSQL for requests. Up to 5 more are for long reads, jobs and notifications.',
  },
  {
    name: 'DATABASE_WAIT',
    fallback: String(defaultLimits.maxWaitMs / 1000),
    meaning:
      'Seconds that a request waits for a connection, or for a standby that takes over; then it is refused with 503.',
  },
  {
    name: 'DATABASE_STATEMENT_TIMEOUT',
    fallback: String(defaultLimits.maxStatementMs / 1000),
    meaning: 'Seconds after which PostgreSQL stops a statement of a request, which is then refused with 503.',
  },
  {
    name: 'DATABASE_LOCK_TIMEOUT',
    fallback: String(defaultLimits.maxLockMs / 1000),
    meaning: 'Seconds that a statement waits for a lock; then the request is refused with 503.',
  },
  {
    name: 'DATABASE_SHARED_COMMITS',
    fallback: defaultLimits.sharedCommits,
    meaning:
      'Whose concurrent writes share one transaction of PostgreSQL: `all` users, or one `owner` at a time, for an engine that stores users on several servers. On Citus, always one `owner`.',
  },
  {
    name: 'BASE_PATH',
    fallback: '/taskdeck/',
    meaning:
      'Path under which the web app is served. Bookmarks and installed apps at a former path lead to the new one.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:PORT',
    meaning:
      'Address that users type, without a path; `https://…` makes cookies secure. If set, requests for other hosts are refused. Passkeys belong to its host: users add new ones after a change.',
  },
  {
    name: 'PUSH_CONTACT',
    fallback: '',
    meaning:
      'How push services reach you: `mailto:you@example.com` or an `https://` address. Without it, PUBLIC_URL, if that is public; otherwise Apple refuses push messages.',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    meaning: 'Addresses of your reverse proxies (`127.0.0.1, 10.0.0.0/8`); their `X-Forwarded-*` headers are trusted.',
  },
  {
    name: 'ALLOWED_HOOK_HOSTS',
    fallback: '',
    meaning:
      'Hosts, addresses and networks of your own (`ntfy.lan, 192.168.1.0/24`) that webhooks, feeds and notifications of users may reach, also over `http://`. Without it, only the public internet.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'How much to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  {
    name: 'REQUEST_TIMEOUT',
    fallback: '30',
    meaning: 'Seconds within which a client must send its request; also the longest pause while it reads a response.',
  },
  {
    name: 'OVERLOAD_DELAY',
    fallback: '1000',
    meaning: 'Requests are refused with 503 while the event loop lags by more than this, in milliseconds.',
  },
  {
    name: 'REFUSAL_DELAY',
    fallback: '1000',
    meaning:
      'Milliseconds before a refusal with 429 is sent, or a client is cut off that goes on sending after its response, so that a client that ignores both slows down only itself.',
  },
  {
    name: 'MAX_REQUESTS',
    fallback: '2000',
    meaning: 'Concurrent requests; more are refused with 503.',
  },
  {
    name: 'MAX_ADDRESS_REQUESTS',
    fallback: '128',
    meaning: 'Concurrent requests of one address; more wait for up to 5 seconds and are then refused with 429.',
  },
  {
    name: 'MAX_USER_REQUESTS',
    fallback: '64',
    meaning: 'Concurrent requests of one user; more wait for up to 5 seconds and are then refused with 429.',
  },
  {
    name: 'MAX_TOKEN_REQUESTS',
    fallback: '56',
    meaning: 'Concurrent requests with one API token; more wait for up to 5 seconds and are then refused with 429.',
  },
  {
    name: 'MAX_TOKEN_RATE',
    fallback: '3000',
    meaning:
      'Calls with one API token per minute, counted by each node; more are refused with 429, with the time to wait.',
  },
  {
    name: 'MAX_ADDRESS_CONNECTIONS',
    fallback: '1000',
    meaning: 'Open connections of one address. Addresses in `TRUST_PROXY` and this machine have no limit.',
  },
  { name: 'SESSION_IDLE_DAYS', fallback: '14', meaning: 'Days without use after which a session ends.' },
  { name: 'SESSION_MAX_DAYS', fallback: '90', meaning: 'Days after which a session ends even if it is used.' },
  {
    name: 'SIGNUPS',
    fallback: 'open',
    meaning:
      'Who may create an account: `open` for everyone, `invite` for people with a link from `npm run invite`, `closed` for nobody. The first account can always be created.',
  },
  {
    name: 'SIGNUPS_PER_HOUR',
    fallback: '20',
    meaning: 'New accounts that one address may create in an hour; `0` means `SIGNUPS=closed`.',
  },
  { name: 'MAX_FILE_MB', fallback: '100', meaning: 'Maximum size of a completion file, in megabytes.' },
  {
    name: 'MAX_USER_MB',
    fallback: '2000',
    meaning: 'Maximum size of all completion files of one user, including the trash, in megabytes.',
  },
  {
    name: 'MAX_FILES',
    fallback: '10000',
    meaning: 'Maximum number of completion files of one user, including the trash.',
  },
  { name: 'MAX_TASKS', fallback: '200000', meaning: 'Maximum number of tasks of one user, including the trash.' },
  {
    name: 'MAX_TEXT_MB',
    fallback: '500',
    meaning:
      "Maximum size of the text of one user's tasks and their history, including the trash and the responses that are stored for repeated calls, in megabytes.",
  },
  {
    name: 'MAX_LABELS',
    fallback: '1000',
    meaning: 'Maximum number of different labels of one user, including the trash.',
  },
  {
    name: 'MAX_SESSIONS',
    fallback: '100',
    meaning: 'Maximum number of sessions of one user. One more ends the session that was unused for longest.',
  },
  {
    name: 'MAX_SWEEP_PERCENT',
    fallback: '5',
    meaning:
      'Largest share of all files, in percent, that the hourly sweep may move aside. If more files have no row, it moves none.',
  },
  {
    name: 'FILES_URL',
    fallback: 'file:DATA_DIR/files',
    meaning:
      'Where completion files are stored: `file:PATH`, or `s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION` for object storage. See [object storage](docs/object-storage.md).',
  },
  {
    name: 'OLD_FILES_URL',
    fallback: '',
    meaning: 'Where files are still read that `npm run move-files` has not moved to `FILES_URL` yet.',
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    fallback: '',
    meaning:
      'Access key for object storage; requires `AWS_SECRET_ACCESS_KEY`. Without it, the profile or the role of the machine is used.',
  },
  { name: 'AWS_SECRET_ACCESS_KEY', fallback: '', meaning: 'Secret key for object storage.' },
  {
    name: 'FILE_DOWNLOADS',
    fallback: 'stream',
    meaning:
      '`stream` sends files through the server; `redirect` sends downloads to an address of the object store that is valid for 2 minutes.',
  },
  {
    name: 'LIST_CACHE_MB',
    fallback: '32',
    meaning: 'Memory for caching task lists, in megabytes; `0` disables the cache.',
  },
  {
    name: 'MAX_SEARCH_SECONDS',
    fallback: '5',
    meaning: 'Time limit of a search, in seconds. Only accounts with very many tasks reach it.',
  },
  {
    name: 'METRICS_PORT',
    fallback: '',
    meaning:
      'Port for `/metrics` (Prometheus); `0` picks a free one. Without it and `METRICS_TOKEN`, there are no metrics.',
  },
  {
    name: 'METRICS_HOST',
    fallback: 'localhost',
    meaning: 'Address for `METRICS_PORT`; `0.0.0.0` for every network interface.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning:
      'Bearer token that `/metrics` requires, at least 20 characters. Without `METRICS_PORT`, `/metrics` is on `PORT`.',
  },
  {
    name: 'COPY_TO',
    fallback: '',
    meaning:
      'Folder on another disk, or `s3://BUCKET/PREFIX?endpoint=…`, to which the SQLite database is copied all the time, so that it can be restored to [a moment](docs/backup.md#to-a-moment). `BACKUP_KEY` encrypts the copies.',
  },
  { name: 'COPY_EVERY', fallback: '10', meaning: 'Seconds between two parts of the copies in `COPY_TO`.' },
  { name: 'COPY_KEEP', fallback: '72', meaning: 'Hours for which every moment can be restored from `COPY_TO`.' },
  {
    name: 'BACKUP_TO',
    fallback: '',
    meaning:
      'Folder for scheduled backups, best on another disk, or `s3://BUCKET/PREFIX?endpoint=…&region=…`. Without it, none are made.',
  },
  {
    name: 'BACKUP_KEY',
    fallback: '',
    meaning:
      'Key of age that encrypts backups: `AGE-SECRET-KEY-1…`, or `age1…` if this server shall not be able to read them. `npm run backup -- --new-key` makes one.',
  },
  { name: 'BACKUP_EVERY', fallback: '24', meaning: 'Hours between two scheduled backups.' },
  {
    name: 'BACKUP_TRIAL_EVERY',
    fallback: '168',
    meaning: 'Hours between two trial restores of the newest backup in `BACKUP_TO`; 0 for none.',
  },
  { name: 'BACKUP_KEEP', fallback: '7', meaning: 'Number of backups in `BACKUP_TO`; older ones are removed.' },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'Address of an OpenTelemetry collector for traces (OTLP over HTTP), such as `http://localhost:4318`; without it, there are no traces.',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'taskdeck', meaning: 'Name of this installation in traces.' },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: 'Share of requests and jobs that are traced, from `0` to `1`.',
  },
  {
    name: 'GOOGLE_CLIENT_ID',
    fallback: '',
    meaning: 'Client ID for signing in with Google; requires `GOOGLE_CLIENT_SECRET`.',
  },
  { name: 'GOOGLE_CLIENT_SECRET', fallback: '', meaning: 'Client secret for signing in with Google.' },
  {
    name: 'GOOGLE_ISSUER',
    fallback: 'https://accounts.google.com',
    meaning: 'OpenID Connect provider for "Log In With Google".',
  },
  {
    name: 'OIDC_ISSUER',
    fallback: '',
    meaning:
      'Issuer of an OpenID Connect provider to sign in with, such as Authentik or Keycloak; requires `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`. Two more: `OIDC_2_ISSUER` and so on, and `OIDC_3_…`. See [sign-in with a provider](docs/openid.md).',
  },
  { name: 'OIDC_CLIENT_ID', fallback: '', meaning: 'Client ID at the provider.' },
  { name: 'OIDC_CLIENT_SECRET', fallback: '', meaning: 'Client secret at the provider.' },
  { name: 'OIDC_NAME', fallback: '', meaning: "The provider's name on its button; the host of the issuer by default." },
  {
    name: 'OIDC_SCOPES',
    fallback: 'openid email profile',
    meaning: 'Scopes to ask the provider for, such as `openid email profile groups`.',
  },
  {
    name: 'OIDC_TRUST_EMAIL',
    fallback: 'no',
    meaning:
      '`yes` accepts the emails of a provider that does not say whether it has verified them. Only if its users cannot choose their own.',
  },
  {
    name: 'OIDC_GROUPS',
    fallback: '',
    meaning:
      'Groups that may sign in with the provider (`family, admins`). Without it, everybody who has an account there.',
  },
  { name: 'OIDC_GROUPS_CLAIM', fallback: 'groups', meaning: "The claim that contains a user's groups." },
  {
    name: 'OIDC_SIGN_OUT',
    fallback: 'yes',
    meaning: '`no` keeps users signed in at the provider when they sign out of Taskdeck.',
  },
  {
    name: 'PASSWORDS',
    fallback: 'on',
    meaning:
      '`on`; `sign-in` for new accounts only through a provider; `off` for signing in only through a provider, too.',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'Mail server, such as `smtp://user:password@mail.example.org:587`, or `smtps://…:465`; requires `MAIL_FROM` and `PUBLIC_URL`. Without it, nothing that needs mail is offered. With `smtp://`, TLS is required, except to this machine: `?starttls=optional` or `?starttls=off` changes that.',
  },
  {
    name: 'MAIL_FROM',
    fallback: '',
    meaning: 'Sender of all mails, such as `Taskdeck <deck@example.org>`.',
  },
]

/** The names of all settings, with those of a second and a third provider. */
export const settingNames: readonly string[] = settings.flatMap(({ name }) =>
  name.startsWith('OIDC_') ? ['OIDC_', 'OIDC_2_', 'OIDC_3_'].map((prefix) => name.replace('OIDC_', prefix)) : name,
)
