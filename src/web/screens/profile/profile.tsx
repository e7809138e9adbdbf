import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../accounts/account.ts'
import { useProviderProblem } from '../../accounts/provider-problem.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useOffers, useProviders } from '../../accounts/signups.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Page } from '../../ui/page.tsx'
import { EmailSection } from './email-section.tsx'
import { GoogleSection } from './google-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { UsernameSection } from './username-section.tsx'

export function Profile() {
  const { user } = useSignedIn()
  const { data: account, error, refetch } = useQuery(accountQuery)
  const { offers } = useOffers()
  const hasGoogle = useProviders().some(({ id }) => id === 'google')
  useProviderProblem()
  if (error && !account) return <LoadFailed what="your profile" error={error} onRetry={refetch} />
  if (!account) return <Loading />
  return (
    <Page title="Profile">
      <PictureSection user={user} />
      <UsernameSection user={user} />
      <EmailSection user={user} account={account} />
      {offers?.passwords !== 'off' && <PasswordSection user={user} account={account} />}
      {(account.google || hasGoogle) && <GoogleSection google={account.google} isLastWay={account.waysIn < 2} />}
    </Page>
  )
}
