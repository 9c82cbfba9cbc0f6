import { invoicePage, invoices } from '@tradehouse/contract';
import { invoicedAs } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { useMay } from '../../app/settings/permission.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PageLink } from '../../control/PageLink.tsx';
import { EVERY_DAY, urlWithFilters } from '../../list/filters/filterState.ts';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly code: KindCode;
  readonly id: string;
  readonly currency?: string | null | undefined;
}

/**
 * Lists invoices of a bill with their amounts, and the uninvoiced remainder. Empty for kinds without
 * invoices.
 */
export function BillInvoices({ code, id, currency }: Props): ReactNode {
  const may = useMay();
  const wanted = invoicedAs(code) !== null && may(invoicePage);
  const { data } = useQuery({
    queryKey: ['invoicesOfBill', id],
    queryFn: () => callEndpoint(invoices.ofBill, { id }, { quiet: true }),
    enabled: wanted,
    staleTime: 0,
  });
  if (!wanted || data === undefined) return null;
  const money = (value: string | null): ReactNode => (
    <NumberText value={value} as="money" of={currency} />
  );
  return (
    <section className="bill-invoices" aria-label={t('invoice.ofBill')}>
      <strong>{t('invoice.ofBill')}</strong>
      {data.invoices.map(({ id: invoiceId, number, status, amount }) => (
        <span key={invoiceId}>
          <PageLink
            url={urlWithFilters(invoicePage, { wholeNumber: number, invoiceDate: EVERY_DAY })}
          >
            {number}
          </PageLink>
          {money(amount)} {status === '1' ? <Tag>{choiceOf('invoiceStatus', status)}</Tag> : null}
        </span>
      ))}
      <span>
        {t('invoice.left')} {money(data.uninvoiced)}
      </span>
    </section>
  );
}
