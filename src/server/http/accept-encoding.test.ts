import { expect, test } from 'vitest'
import { acceptedCoding } from './accept-encoding.ts'

test.for([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', undefined],
  ['', undefined],
  ['*', 'zstd'],
  ['*;q=0.5, zstd;q=0', 'br'],
  // The client's weights come before our preference.
  ['zstd;q=0.5, br;q=0.8, gzip;q=0.8', 'br'],
  ['zstd;q=0.1, gzip', 'gzip'],
  ['zstd;q=0, br;q=0, gzip;q=0', undefined],
  ['gzip ; q=0.001', 'gzip'],
  // Uncompressed responses may have a weight too.
  ['identity', undefined],
  ['identity, gzip', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0.5, *;q=0.5', 'zstd'],
  // Malformed elements.
  ['gzip;q=2, br', 'br'],
  ['gzip;q=-1', undefined],
  ['gzip;q=0.1234', undefined],
  ['zstd;level=3', undefined],
  [',;q=1,,g zip', undefined],
] as const)('"%s" gets %s', ([header, coding]) => {
  expect(acceptedCoding(header).coding).toBe(coding)
})

test.for([
  ['gzip', false],
  ['gzip, identity;q=0', true],
  ['gzip, *;q=0', true],
  ['gzip, *;q=0, identity;q=0.1', false],
  ['gzip, *;q=0.5', false],
] as const)('"%s" refuses uncompressed responses: %s', ([header, refuses]) => {
  expect(acceptedCoding(header).refusesIdentity).toBe(refuses)
})
