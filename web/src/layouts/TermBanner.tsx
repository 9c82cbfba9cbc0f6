import { currentUser } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useShellSettings } from '../app/settings/shellSettings.ts';
import { timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import type { BannerProps } from './Banners.tsx';

/** Asked again now and then, since a page may stay open for days. */
const FRESH_FOR = 600_000;

/** How near the end must be for the way to renew to be offered, in milliseconds: 5 days. */
const SOON = 432_000_000;

/** Where the platform takes renewals, in another window. */
function Renew(): ReactNode {
  const { renewUrl } = useShellSettings();
  if (!/^https?:/i.test(renewUrl)) return null;
  return (
    <Button size="small" href={renewUrl} target="_blank" rel="noopener noreferrer">
      {t('term.renew')}
    </Button>
  );
}

/** Warns before the company's term ends; afterwards shows how long data is readable. */
export function TermBanner({ user }: BannerProps): ReactNode {
  const { timeZone } = useSettings();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['currentUser', user.id],
    queryFn: () => callEndpoint(currentUser, {}, { quiet: true }),
    staleTime: FRESH_FOR,
    refetchInterval: FRESH_FOR,
  });
  const term = data?.term;
  if (term === undefined || term.state === 'open') return null;
  const day = (instant: string | null): string => timeText(instant, timeZone).slice(0, 10);
  const [date, until] = [day(term.endsAt), day(term.readableUntil)];
  const soon = Date.parse(term.endsAt ?? '') - dataUpdatedAt <= SOON;
  const action = soon ? <Renew /> : undefined;
  return term.state === 'ending' ? (
    <Alert banner type="warning" title={t('term.ending', { date })} action={action} />
  ) : (
    <Alert banner type="error" title={t('term.ended', { date, until })} action={action} />
  );
}
