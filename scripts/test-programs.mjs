// The programs that some tests need and that npm does not bring. The setup script installs them where it may; the last
// line of `npm test` names those that are missing. Plain JavaScript without imports of packages.
import { existsSync } from 'node:fs'
import { findProgram } from './debian.mjs'

const areThere = (...names) => names.every((name) => findProgram(name))

/** Whether the tests can use an S3 server: the one that TEST_S3_URL names, or one that they start themselves. */
export const hasS3Server = () =>
  Boolean(process.env.TEST_S3_URL) || areThere('radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool')

/** Debian's PostgreSQL with all of its programs. */
export const hasDebianPostgres = () => existsSync('/usr/lib/postgresql/15/bin/pg_basebackup')

/** Debian's PostgreSQL with Patroni and etcd, as deploy/patroni uses them. */
export const findPatroni = () =>
  areThere('patroni', 'patronictl', 'etcd', 'ip', 'nsenter') && existsSync('/usr/lib/postgresql/15/bin/postgres')

export const hasPgBouncer = () => areThere('pgbouncer')

export const hasPrometheus = () => areThere('prometheus', 'promtool')

/** CalDAV clients of others. python3-caldav is a library, so its interpreter stands for it. */
export const hasCalDavClients = () =>
  areThere('vdirsyncer', 'todoman') && existsSync('/usr/lib/python3/dist-packages/caldav')

/** A test suite for WebDAV servers. */
export const hasLitmus = () => areThere('litmus')

export const findFirefox = () => findProgram('firefox-esr')

/** WebKitGTK, driven by WebDriver on a display of its own. */
export const findWebKit = () => areThere('WebKitWebDriver', 'Xvfb')

export const testPrograms = [
  {
    title: 'WebKit',
    isThere: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb'],
    goals: ['test'],
    without: 'the browser test in WebKit, because webkit2gtk-driver or xvfb is not installed',
  },
  {
    title: 'Firefox',
    isThere: () => Boolean(findFirefox()),
    packages: ['firefox-esr'],
    goals: ['test'],
    without: 'the browser tests in Firefox, because firefox-esr is not installed',
  },
  {
    title: 'Prometheus',
    isThere: hasPrometheus,
    packages: ['prometheus'],
    goals: ['test'],
    without: 'the tests of the alerts, because Prometheus is not installed',
  },
  {
    title: 'an S3 server',
    isThere: hasS3Server,
    packages: ['radosgw', 'ceph-mon', 'ceph-osd'],
    goals: ['test', 'cluster'],
    without:
      'the tests of object storage, because there is no S3 server: set TEST_S3_URL, or run as root where apt-get can install radosgw',
  },
  {
    title: 'a load balancer',
    isThere: () => areThere('haproxy'),
    packages: ['haproxy'],
    goals: ['test', 'cluster'],
    without: 'the test of a cluster, because there is no HAProxy: install it, or run as root where apt-get can',
  },
  {
    title: 'PostgreSQL with Patroni',
    isThere: findPatroni,
    packages: ['postgresql-15', 'patroni', 'python3-etcd', 'etcd-server', 'etcd-client', 'iproute2'],
    goals: ['cluster'],
    without: 'the failovers of `npm run cluster`, because Patroni, etcd or PostgreSQL 15 is not installed',
  },
  {
    title: 'a connection pooler',
    isThere: hasPgBouncer,
    packages: ['pgbouncer'],
    goals: ['test'],
    without: 'the tests of PgBouncer, because it is not installed',
  },
  {
    title: 'PostgreSQL of Debian',
    isThere: hasDebianPostgres,
    packages: ['postgresql-15'],
    goals: ['test'],
    without: 'the restore of PostgreSQL to a moment, because postgresql-15 is not installed',
  },
  {
    title: 'CalDAV clients',
    isThere: hasCalDavClients,
    packages: ['vdirsyncer', 'todoman', 'python3-caldav'],
    goals: ['test'],
    without: 'the tests of CalDAV with vdirsyncer, todoman and python3-caldav, because one of them is not installed',
  },
  {
    title: 'litmus',
    isThere: hasLitmus,
    packages: ['litmus'],
    goals: ['test'],
    without: 'the tests of WebDAV with litmus, because it is not installed',
  },
  {
    title: 'zsh and fish',
    isThere: () => areThere('zsh', 'fish'),
    packages: ['zsh', 'fish'],
    goals: ['test'],
    without: 'the tests of completion in zsh and fish, because one of them is not installed',
  },
]

/** The tests that are not run because a program is missing, for the last line of `npm test`. */
export const missingPrograms = () =>
  testPrograms.filter(({ goals, isThere }) => goals.includes('test') && !isThere()).map(({ without }) => without)
