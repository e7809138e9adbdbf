import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

test.for(engines)(
  '%s: the operator can turn off the one-time codes of a user while the server runs',
  async (engine) => {
    const { as, visitor, config } = await testApp({ engine })
    const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
    const ana = as('ana')
    await ana.user()
    await turnOnCodes(ana)
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(401)
    expect(await printedBy(resetSecondFactor, env, 'ANA@example.com')).toContain('One-time codes are off')
    expect((await ana.get('/auth/verify')).status).toBe(401)
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(200)
    await expect(printedBy(resetSecondFactor, env, 'ana@example.com')).rejects.toThrow('has no one-time codes')
    await expect(printedBy(resetSecondFactor, env, 'bo@example.com')).rejects.toThrow('No account has the email')
    await expect(printedBy(resetSecondFactor, env)).rejects.toThrow('npm run reset-second-factor -- ana@example.org')
  },
)
