import { currentUser } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../app/client.ts';
import { useSettings } from '../app/settings.ts';
import { timeText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import type { BannerProps } from './Banners.tsx';

/** Asked again now and then, since a page may stay open for days. */
const FRESH_FOR = 600_000;

/** Warns before the company's term ends; after it, says until when everything can be read. */
export function TermBanner({ user }: BannerProps): ReactNode {
  const { timeZone } = useSettings();
  const { data } = useQuery({
    queryKey: ['currentUser', user.id],
    queryFn: () => call(currentUser, {}, { quiet: true }),
    staleTime: FRESH_FOR,
    refetchInterval: FRESH_FOR,
  });
  const term = data?.term;
  if (term === undefined || term.state === 'open') return null;
  const day = (instant: string | null): string => timeText(instant, timeZone).slice(0, 10);
  const [date, until] = [day(term.endsAt), day(term.readableUntil)];
  return term.state === 'ending' ? (
    <Alert banner type="warning" title={t('term.ending', { date })} />
  ) : (
    <Alert banner type="error" title={t('term.ended', { date, until })} />
  );
}
