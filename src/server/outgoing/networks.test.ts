import { expect, test } from 'vitest'
import { allowedHosts } from './allowed-hosts.ts'
import { isPublic, plainAddress } from './networks.ts'

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '168.63.129.16',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
  expect(allowedHosts([]).admits(address)).toBe(false)
})

test.for(['1.1.1.1', '93.184.215.14', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true)
    expect(allowedHosts([]).admits(address)).toBe(true)
  },
)

test.for([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['[::ffff:7f00:1]', '127.0.0.1'],
  ['::FFFF:a9fe:a9fe', '169.254.169.254'],
  ['0:0:0:0:0:ffff:0a00:0001', '10.0.0.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[::1]', '::1'],
  ['1.1.1.1', '1.1.1.1'],
  ['example.com', 'example.com'],
] as const)('the plain form of %s is %s', ([host, plain]) => {
  expect(plainAddress(host)).toBe(plain)
})

test('an address that is mapped into IPv6 is admitted if the IPv4 address is', () => {
  const { admits } = allowedHosts(['10.0.0.0/8'])
  expect(admits('::ffff:10.0.0.1')).toBe(true)
  expect(admits('::ffff:1.1.1.1')).toBe(true)
  expect(admits('::ffff:192.168.0.1')).toBe(false)
})

test('the operator allows names, addresses and networks', () => {
  const allowed = allowedHosts(['ntfy.LAN', '192.168.1.0/24', '10.0.0.7', 'fd12::/16'])
  expect(allowed.hasName('ntfy.lan')).toBe(true)
  expect(allowed.hasName('other.ntfy.lan')).toBe(false)
  for (const address of ['192.168.1.200', '10.0.0.7', 'fd12:1::5']) expect(allowed.admits(address)).toBe(true)
  for (const address of ['192.168.2.1', '10.0.0.8', 'fd13::1', '127.0.0.1']) expect(allowed.admits(address)).toBe(false)
})
