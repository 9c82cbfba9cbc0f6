import type { TableColumn, TableDeclaration } from '@tradehouse/contract';
import { Tag, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import type { FigureType } from '../../control/format.ts';
import { isFigureType, timeText } from '../../control/format.ts';
import { Trend } from '../../control/chart/Trend.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import type { StatusMeaning } from '../../control/StatusTag.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import { t } from '../../phrase/index.ts';
import { choiceOf } from '../../record/labels.ts';
import { textsOfValue } from '../../record/textsIn.ts';

/** Meaning of the API's document status: draft, done, partial, done. */
const statusMeanings: Readonly<Record<string, StatusMeaning>> = {
  '0': 'quiet',
  '1': 'done',
  '2': 'done',
  '3': 'partial',
};

const renderEmptyCell = (): ReactNode => <span className="none">{t('empty.none')}</span>;

/** Renders an instant to the minute, in a narrow column the date; the tooltip has seconds. */
function Time({ value }: { readonly value: string }): ReactNode {
  const { timeZone } = useSettings();
  const text = timeText(value, timeZone);
  return (
    <span className="number moment" title={text}>
      <span>{text.slice(0, 10)}</span> <span>{text.slice(11, 16)}</span>
    </span>
  );
}

function renderFlagCell(name: string, value: boolean): ReactNode {
  if (name === 'enabled')
    return (
      <StatusTag meaning={value ? 'done' : 'quiet'}>
        {t(value ? 'status.enabled' : 'status.disabled')}
      </StatusTag>
    );
  return t(value ? 'flag.yes' : 'flag.no');
}

/** Formats a sum over many rows by column type; amounts show their currency, by default the company's. */
export const renderTotalCell = (
  name: string,
  column: TableColumn,
  value: unknown,
  of: string | null = null,
): ReactNode =>
  column.type === 'money' && value !== null && value !== undefined ? (
    <NumberText value={String(value)} as="money" currency of={of} />
  ) : (
    renderListCell(name, column, value)
  );

/** Returns the currency of a row's amounts, if the row has a currency. */
export const currencyOfRow = (row: unknown): string | null =>
  // SAFETY: a row's `currency` column, if present, holds a currency.
  ((row ?? {}) as { readonly currency?: string | null }).currency ?? null;

/** Returns the currency of one amount; null: the company's own. */
export const amountIn = ({ own }: TableColumn, row: unknown): string | null =>
  own === true ? null : currencyOfRow(row);

/** Returns the currency of a page's sums if different from the company's. */
export const sumsIn = (
  { oneCurrency }: Pick<TableDeclaration, 'oneCurrency'>,
  rows: readonly unknown[],
) => (oneCurrency === true ? currencyOfRow(rows[0]) : null);

/** Returns the type for formatting: means have the decimals of amounts, points those of percentages. */
export const shownType = ({
  type,
  mean,
  points,
}: Pick<TableColumn, 'mean' | 'points'> & { readonly type: FigureType }): FigureType =>
  mean === true ? 'money' : points === true ? 'points' : type;

/** Formats a value by column type; missing is —. Foreign amounts show the currency sign. */
export function renderListCell(
  name: string,
  column: TableColumn,
  value: unknown,
  row?: unknown,
): ReactNode {
  if (value === null || value === undefined || value === '') return renderEmptyCell();
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
      const number = (
        <NumberText value={text} as={shownType({ ...column, type: column.type })} signed={signed} />
      );
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
      return renderFlagCell(name, value === true);
    case 'choice': {
      const meaning = /status$/i.test(name) ? statusMeanings[text] : undefined;
      const word = choiceOf(name, text);
      return meaning === undefined ? word : <StatusTag meaning={meaning}>{word}</StatusTag>;
    }
    case 'tags':
      return (
        <span className="tags">
          {textsOfValue(value).map((tag) => (
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

/** Text cut at the cell's end; over 25 characters, whole in a tooltip. */
export const LongText = ({ text }: { readonly text: string }): ReactNode =>
  [...text].length > 25 ? (
    <Tooltip title={text}>
      <span className="whole-text">{text}</span>
    </Tooltip>
  ) : (
    text
  );
