import { Button, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { DateRange } from '../../control/DateRange.tsx';
import type { DateRangeDays } from '../../control/DateRange.tsx';
import { t } from '../../phrase/index.ts';

/** Search terms for documents. */
export interface DocumentSearch {
  readonly number: string;
  readonly product: string;
  readonly days: DateRangeDays | null;
}

export const nothingAsked: DocumentSearch = { number: '', product: '', days: null };

/** Converts search terms to list filters. */
export const filtersFromDocumentSearch = ({
  number,
  product,
  days,
}: DocumentSearch): Readonly<Record<string, unknown>> => ({
  ...(number.trim() === '' ? {} : { number: number.trim() }),
  ...(product.trim() === '' ? {} : { materialParam: product.trim() }),
  ...(days === null ? {} : { time: days }),
});

interface Props {
  readonly typed: DocumentSearch;
  readonly setTyped: (typed: DocumentSearch) => void;
  readonly ask: (asked: DocumentSearch) => void;
  /** Controls before the search fields. */
  readonly before?: ReactNode;
}

/** Number, product and days, typed to look for documents. */
export function Finders({ typed, setTyped, ask, before }: Props) {
  const field = (name: 'number' | 'product', label: string) => (
    <Input
      allowClear
      style={{ width: 170 }}
      value={typed[name]}
      aria-label={label}
      placeholder={label}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      onPressEnter={() => ask(typed)}
    />
  );
  return (
    <Space wrap style={{ marginBottom: 8 }}>
      {before}
      {field('number', t('document.number'))}
      {field('product', t('document.summary'))}
      <DateRange
        id="found-days"
        value={typed.days}
        allowClear
        onChange={(days) => ask({ ...typed, days: days ?? null })}
      />
      <Button onClick={() => ask(typed)}>{t('act.search')}</Button>
    </Space>
  );
}
