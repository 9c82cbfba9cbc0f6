import { Button, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { DateRange } from '../../control/DateRange.tsx';
import type { Days } from '../../control/DateRange.tsx';
import { t } from '../../phrase/index.ts';

/** What documents are looked for by. */
export interface Asked {
  readonly number: string;
  readonly product: string;
  readonly days: Days | null;
}

export const nothingAsked: Asked = { number: '', product: '', days: null };

/** The same as filters of a list. */
export const filtersOf = ({ number, product, days }: Asked): Readonly<Record<string, unknown>> => ({
  ...(number.trim() === '' ? {} : { number: number.trim() }),
  ...(product.trim() === '' ? {} : { materialParam: product.trim() }),
  ...(days === null ? {} : { time: days }),
});

interface Props {
  readonly typed: Asked;
  readonly setTyped: (typed: Asked) => void;
  readonly ask: (asked: Asked) => void;
  /** What stands before them. */
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
