import { savePreference } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { PageSelect } from '../control/PageSelect.tsx';
import { t } from '../phrase/index.ts';

/** Name of the preference, read by the server with the settings. */
const LANDING = 'landing';

/** Saves the choice; the settings then tell the next landing page. A refusal has been shown. */
async function saveLanding(url: string): Promise<void> {
  await callEndpoint(savePreference, { name: LANDING, value: url });
  await invalidateQueryKeys(['preferences']);
  await invalidateQueryKeys(['settings']);
}

/** The user's own page after signing in, before the choices of role and company. */
export function LandingChoice(): ReactNode {
  const id = useId();
  const [own] = usePreference(LANDING, '');
  return (
    <>
      <label htmlFor={id}>{t('landing.title')}</label>
      <PageSelect
        id={id}
        value={own}
        none={t('landing.own')}
        onChange={(url) => void saveLanding(url).catch(() => undefined)}
      />
    </>
  );
}
