import {
  bankStatementPage,
  closePeriod,
  closingChecklist,
  leftOpen,
  openingDebtPage,
  revaluationPage,
} from '@tradehouse/contract';
import type { OpenDocuments, ReplyOf } from '@tradehouse/contract';
import { documentKinds, isKeyOf } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Spin } from 'antd';
import { DatePicker } from '../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { pageOfKind } from '../app/tabs/openDocument.ts';
import { useBusy } from '../app/useBusy.ts';
import { language } from '../app/session/language.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { todayIn } from '../control/format.ts';
import { PageLink } from '../control/PageLink.tsx';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { t } from '../phrase/index.ts';
import { filtersOfOpen } from '../invoice/openDocuments.ts';

interface Props {
  readonly onClose: (changed: boolean) => void;
}

type ClosingChecklist = ReplyOf<typeof closingChecklist>;

const formatClosingDay = (day: dayjs.Dayjs): string => day.format('YYYY-MM-DD');

/** Closes the books up to a day, after a review of open items. */
export function CloseDialog({ onClose }: Props): ReactNode {
  const { timeZone, closedUntil } = useSettings();
  const today = dayjs(todayIn(timeZone));
  const lastMonth = today.subtract(1, 'month').endOf('month');
  const lastYear = today.subtract(1, 'year').endOf('year');
  const [until, setUntil] = useState(formatClosingDay(lastMonth));
  const [confirmed, setConfirmed] = useState(false);
  const [busy, run] = useBusy();
  const id = useId();
  const { data } = useQuery({
    queryKey: ['closingChecklist', until],
    queryFn: () => callEndpoint(closingChecklist, { until }),
    gcTime: 0,
    staleTime: 0,
  });
  const endsToday = until === formatClosingDay(today);
  const isOpen = data !== undefined && Object.values(data.open).some((count) => count > 0);
  const close = () =>
    run(async () => {
      const closed = await callEndpoint(closePeriod, { until, confirmed });
      void getNotices().message.success(t('closing.closed', { date: closed.closedUntil }));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={600}
      title={t('closing.closeTitle')}
      okText={t('closing.closeTitle')}
      okDisabled={busy || data === undefined || ((isOpen || endsToday) && !confirmed)}
      onOk={() => void close()}
      onCancel={() => onClose(false)}
    >
      <p>{t('closing.hint')}</p>
      <Form layout="vertical" component={false}>
        <Form.Item label={t('closing.until')} htmlFor={id}>
          <DatePicker
            id={id}
            className="wide"
            allowClear={false}
            maxDate={today}
            {...(closedUntil === null ? {} : { minDate: dayjs(closedUntil).add(1, 'day') })}
            value={dayjs(until)}
            presets={[
              { label: t('closing.lastMonth'), value: lastMonth },
              { label: t('closing.lastYear'), value: lastYear },
            ]}
            onChange={(day) => {
              setUntil(formatClosingDay(day ?? lastMonth));
              setConfirmed(false);
            }}
          />
        </Form.Item>
      </Form>
      {data?.endsYear === true ? <Alert type="info" showIcon title={t('closing.yearEnd')} /> : null}
      <h3>{t('closing.checklist')}</h3>
      {data === undefined ? (
        <Spin />
      ) : isOpen ? (
        <OpenThings checklist={data} until={until} />
      ) : (
        <Alert type="success" showIcon title={t('closing.nothing')} />
      )}
      {endsToday ? <Alert type="warning" showIcon title={t('closing.today')} /> : null}
      {data !== undefined && (isOpen || endsToday) ? (
        <Checkbox checked={confirmed} onChange={({ target }) => setConfirmed(target.checked)}>
          {t(isOpen ? 'closing.confirm' : 'closing.confirmToday')}
        </Checkbox>
      ) : null}
    </ChoiceModal>
  );
}

interface Things {
  readonly checklist: ClosingChecklist;
  readonly until: string;
}

type ClosingChecklistLinks = readonly (readonly [url: string, text: string])[];

const kindsOf = ({ checklist, until }: Things, open: OpenDocuments): ClosingChecklistLinks =>
  checklist.openKinds
    .filter((one) => one.open === open)
    .map(({ kind, count }) => {
      const known = isKeyOf(documentKinds, kind) ? documentKinds[kind] : null;
      const page = pageOfKind(kind) ?? '';
      const url = urlWithFilters(
        page,
        page === openingDebtPage
          ? { isOpen: 'true' }
          : filtersOfOpen(open, checklist.closedUntil, until),
      );
      return [url, `${known?.name[language] ?? kind} ${count}`];
    });

/** Rows of banks, by account. */
const linkUnmatchedAccounts = ({ checklist }: Things): ClosingChecklistLinks =>
  checklist.unmatchedAccounts.map(({ accountId, accountName, statementId, count, changed }) => [
    statementId === null
      ? // A statement whose documents were changed since has no open rows, perhaps.
        urlWithFilters(bankStatementPage, {
          accountId,
          ...(changed === 0 ? { hasOpenRows: 'true' } : {}),
        })
      : `${bankStatementPage}?statement=${statementId}`,
    changed === 0
      ? `${accountName} ${count}`
      : `${accountName} ${count} (${t('closing.changed', { n: changed })})`,
  ]);

const pageOfOpen = (name: 'negativeStock' | 'notRevalued', until: string): string =>
  name === 'negativeStock'
    ? '/report/material_stock'
    : urlWithFilters(revaluationPage, { begin: '1', until });

/** Open items, each with a link. */
function OpenThings(of: Things): ReactNode {
  const { open } = of.checklist;
  const there = leftOpen.filter((name) => open[name] > 0);
  return (
    <ul aria-label={t('closing.checklist')}>
      {there.map((name) =>
        name === 'negativeStock' || name === 'notRevalued' ? (
          <li key={name}>
            <PageLink url={pageOfOpen(name, of.until)}>{t(`closing.${name}`)}</PageLink>:{' '}
            {open[name]}
          </li>
        ) : (
          <li key={name}>
            {t(`closing.${name}`)}: {open[name]}
            {(name === 'unmatched' ? linkUnmatchedAccounts(of) : kindsOf(of, name)).map(
              ([url, text]) => (
                <span key={url}>
                  {' · '}
                  <PageLink url={url}>{text}</PageLink>
                </span>
              ),
            )}
          </li>
        ),
      )}
    </ul>
  );
}
