import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { apiCalls } from '../../contract/calls/api.ts'

test('the OpenAPI document contains every endpoint of the contract, and the page shows it', async () => {
  const { app } = await testApp()
  const document = (await app.inject('/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path } of apiCalls) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.summary, `${method} ${path}`).toBeTruthy()
  }
  const page = await app.inject('/docs/')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
})
