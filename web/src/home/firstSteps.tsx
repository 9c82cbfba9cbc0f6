import { CheckCircleFilled, RightCircleOutlined } from '@ant-design/icons';
import { firstStepPages, firstSteps } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { PageLink } from '../control/PageLink.tsx';
import { t } from '../phrase/index.ts';

/**
 * Lists a new company's first steps for the owner; each step opens a page and is ticked when done. An owner
 * who saw the list before the first document also sees the document step ticked, then closes the list.
 * No one else sees the list.
 */
export function FirstSteps(): ReactNode {
  const { data = null } = useQuery({
    queryKey: ['home', 'firstSteps'],
    queryFn: () => callEndpoint(firstSteps, {}, { quiet: true }),
  });
  const [seen, setSeen] = usePreference<'no' | 'begun' | 'putAway'>('firstSteps', 'no');
  const begins = data?.document === false;
  useEffect(() => {
    if (begins && seen !== 'begun') setSeen('begun');
  }, [begins, seen, setSeen]);
  if (data === null || (data.document && seen !== 'begun')) return null;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h3 id="first-steps">{t('steps.title')}</h3>
      <p className="quiet">{t(data.document ? 'steps.begun' : 'steps.hint')}</p>
      <ol>
        {keysOf(firstStepPages).map((step) => (
          <li key={step} className={data[step] ? 'done' : undefined}>
            {data[step] ? (
              <CheckCircleFilled role="img" aria-label={t('steps.done')} />
            ) : (
              <RightCircleOutlined aria-hidden />
            )}
            <PageLink url={firstStepPages[step]}>{t(`steps.${step}`)}</PageLink>
            <span className="quiet">{t(`steps.${step}Hint`)}</span>
          </li>
        ))}
      </ol>
      {data.document ? (
        <Button className="gap-above" onClick={() => setSeen('putAway')}>
          {t('steps.putAway')}
        </Button>
      ) : null}
    </section>
  );
}
