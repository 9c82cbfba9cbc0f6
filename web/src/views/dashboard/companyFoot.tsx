import type { ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { choiceOf } from '../../record/labels.ts';
import type { Home } from './homeFigures.ts';

/**
 * The company's plan, until when it lasts, and how many users it has of those that it may have; the way to renew stands above all
 * pages.
 */
export function CompanyFoot({ company }: { readonly company: Home['company'] }): ReactNode {
  const { timeZone } = useSettings();
  const { plan, expireTime, userCurrentNum: users, userNumLimit: most } = company;
  const facts = [
    [t('home.plan'), choiceOf('plan', plan)],
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
