import type { Column, Table } from '@tradehouse/contract';
import { Tag, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import type { FigureType } from '../../control/format.ts';
import { isFigureType, timeText } from '../../control/format.ts';
import { Trend } from '../../control/chart/Trend.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import type { Meaning } from '../../control/StatusTag.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import { t } from '../../phrase/index.ts';
import { choiceOf } from '../../record/labels.ts';
import { textsIn } from '../../record/textsIn.ts';

/** What the wire's document status means: draft, done, partial, done. */
const statusMeanings: Readonly<Record<string, Meaning>> = {
  '0': 'quiet',
  '1': 'done',
  '2': 'done',
  '3': 'partial',
};

const none = (): ReactNode => <span className="none">{t('empty.none')}</span>;

/** An instant to the minute, in a narrow column its day; the pointer is told the second. */
function Time({ value }: { readonly value: string }): ReactNode {
  const { timeZone } = useSettings();
  const text = timeText(value, timeZone);
  return (
    <span className="number moment" title={text}>
      <span>{text.slice(0, 10)}</span> <span>{text.slice(11, 16)}</span>
    </span>
  );
}

function flag(name: string, value: boolean): ReactNode {
  if (name === 'enabled')
    return (
      <StatusTag meaning={value ? 'done' : 'quiet'}>
        {t(value ? 'status.enabled' : 'status.disabled')}
      </StatusTag>
    );
  return t(value ? 'flag.yes' : 'flag.no');
}

/** A sum over many rows, as its column's type shows it: amounts say their currency, which is the company's unless it is said. */
export const totalOf = (
  name: string,
  column: Column,
  value: unknown,
  of: string | null = null,
): ReactNode =>
  column.type === 'money' && value !== null && value !== undefined ? (
    <NumberText value={String(value)} as="money" currency of={of} />
  ) : (
    cellOf(name, column, value)
  );

/** What a row's amounts are in, where it says so. */
export const currencyOf = (row: unknown): string | null =>
  // SAFETY: a row that has such a column says a currency in it.
  ((row ?? {}) as { readonly currency?: string | null }).currency ?? null;

/** What an amount of a row is in; null: the company's own. */
export const amountIn = ({ own }: Column, row: unknown): string | null =>
  own === true ? null : currencyOf(row);

/** What the sums of a page are in, where that is not the company's own. */
export const sumsIn = ({ oneCurrency }: Pick<Table, 'oneCurrency'>, rows: readonly unknown[]) =>
  oneCurrency === true ? currencyOf(rows[0]) : null;

/** A figure's type as it is written: a mean has no more decimals than amounts have. */
export const shownType = ({
  type,
  mean,
}: Pick<Column, 'mean'> & { readonly type: FigureType }): FigureType =>
  mean === true ? 'money' : type;

/** A value as its column's type shows it; missing is —. An amount of another currency than the company's shows its sign. */
export function cellOf(name: string, column: Column, value: unknown, row?: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return none();
  const text = String(value);
  const signed = column.signed === true;
  switch (column.type) {
    case 'money':
    case 'price':
      return (
        <NumberText
          value={text}
          as={shownType({ ...column, type: column.type })}
          signed={signed}
          of={amountIn(column, row)}
        />
      );
    case 'quantity':
    case 'percent':
    case 'integer': {
      const number = <NumberText value={text} as={column.type} signed={signed} />;
      return column.bar === true ? (
        <span className="barred" style={{ backgroundSize: `${text}% 2px, 100% 2px` }}>
          {number}
        </span>
      ) : (
        number
      );
    }
    case 'time':
      return <Time value={text} />;
    case 'day':
      return <span className="number">{text}</span>;
    case 'flag':
      return flag(name, value === true);
    case 'choice': {
      const meaning = /status$/i.test(name) ? statusMeanings[text] : undefined;
      const word = choiceOf(name, text);
      return meaning === undefined ? word : <StatusTag meaning={meaning}>{word}</StatusTag>;
    }
    case 'tags':
      return (
        <span className="tags">
          {textsIn(value).map((tag) => (
            <Tag key={tag}>{choiceOf(name, tag)}</Tag>
          ))}
        </span>
      );
    default:
      return column.trend === undefined ? (
        <LongText text={text} />
      ) : (
        <Trend figures={text} as={isFigureType(column.trendOf) ? column.trendOf : 'quantity'} />
      );
  }
}

/** A text that is cut where the cell ends, whole in a tooltip when it is long (spec §9: 25 characters). */
export const LongText = ({ text }: { readonly text: string }): ReactNode =>
  [...text].length > 25 ? (
    <Tooltip title={text}>
      <span className="whole-told">{text}</span>
    </Tooltip>
  ) : (
    text
  );
