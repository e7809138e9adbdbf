import { useLocation } from 'react-router'
import { ProviderIcon } from '../../accounts/provider-icon.tsx'
import { troubleWords } from '../../accounts/provider-problem.ts'
import { providerPath, useProviders } from '../../accounts/signups.ts'
import { keepWantedPage, wantedPage } from '../../accounts/wanted-page.ts'
import { AnchorButton } from '../../ui/button.tsx'

/** The buttons of the providers. One that cannot be used right now says why, and can still be tried. */
export function ProviderLinks({ invite }: { invite?: string | undefined }) {
  const location = useLocation()
  return useProviders().map(({ id, name, trouble }) => (
    <div key={id}>
      <AnchorButton
        variant="default"
        size="large"
        isWide
        start={<ProviderIcon id={id} />}
        href={providerPath(id, { invite: invite || undefined })}
        onClick={() => keepWantedPage(wantedPage(location))}
        aria-describedby={trouble ? `${id}-trouble` : undefined}
      >
        {id === 'google' ? 'Log In With Google' : `Log in with ${name}`}
      </AnchorButton>
      {trouble && (
        <p className="small muted above-4" id={`${id}-trouble`}>
          {troubleWords(name, trouble)}
        </p>
      )}
    </div>
  ))
}
