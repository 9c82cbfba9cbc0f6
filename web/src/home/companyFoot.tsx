import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import type { HomeReply } from './homeFigures.ts';

/**
 * Shows the company's plan, the plan's end, and users out of the limit. The link to renew is in the banners
 * above all pages.
 */
export function CompanyFoot({ company }: { readonly company: HomeReply['company'] }): ReactNode {
  const { timeZone } = useSettings();
  const { planName, expireTime, userCurrentNum: users, userNumLimit: most } = company;
  const facts = [
    [t('home.plan'), planName],
    [
      t('home.lasts'),
      expireTime === null ? t('home.noEnd') : timeText(expireTime, timeZone).slice(0, 10),
    ],
    [t('home.users'), t('home.usersOf', { users, most })],
  ] as const;
  return (
    <section aria-label={t('home.panel.company')}>
      <dl className="company-foot">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
