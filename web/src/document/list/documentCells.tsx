import type { DocumentTable } from '@tradehouse/contract';
import { documentKinds, keysOf, takesDeposit } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { DocumentStatus } from '../../control/DocumentStatus.tsx';
import { documentStatusWord } from '../../control/documentStatusWord.ts';
import { amountText } from '../../control/currency.ts';
import { todayIn } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PageLink } from '../../control/PageLink.tsx';
import type { StatusMeaning } from '../../control/StatusTag.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import { OrderTag, orderColumns } from '../steps/OrderLife.tsx';
import { t } from '../../phrase/index.ts';
import { countDaysOverdue } from './overdue.ts';
import type { DocumentListRow } from '../steps/documentActions.tsx';

type DocumentRowValues = Readonly<Record<string, string | boolean | null | undefined>>;
const valuesOfDocumentRow = (row: DocumentListRow): DocumentRowValues => row;

/** Returns a linked document's origin in a word: order, requisition or other. */
function originOfDocument(code: KindCode, numbers: string): string {
  const sources = keysOf(documentKinds[code].sources);
  const kinds = sources.map((source) => documentKinds[source]);
  // The number prefix tells which of several source kinds applies; manual numbers count as the first.
  const kind = kinds.find(({ prefix }) => numbers.startsWith(prefix)) ?? kinds[0];
  if (kind === undefined) return t('bill.tag.made');
  if (takesDeposit(kind)) return t('bill.tag.order');
  return kind.price === null ? t('bill.tag.request') : t('bill.tag.made');
}

const Hinted = ({
  hint,
  meaning,
  children,
}: {
  readonly hint: string;
  readonly meaning: StatusMeaning;
  readonly children: string;
}) => (
  <Tooltip title={hint}>
    <span>
      <StatusTag meaning={meaning}>{children}</StatusTag>
    </span>
  </Tooltip>
);

/** Returns the links of a document: a word and its meaning each. */
function linksOfDocumentRow(code: KindCode, row: DocumentListRow) {
  const { sourceNumbers, hasReturn } = valuesOfDocumentRow(row);
  const numbers = typeof sourceNumbers === 'string' ? sourceNumbers : '';
  return [
    ...(numbers === ''
      ? []
      : [
          {
            word: originOfDocument(code, numbers),
            hint: t('bill.tag.from', { numbers }),
            meaning: 'quiet' as const,
          },
        ]),
    ...(hasReturn === true
      ? [
          {
            word: t('bill.tag.returned'),
            hint: t('bill.tag.returnedHint'),
            meaning: 'partial' as const,
          },
        ]
      : []),
  ];
}

/** The words of a number's cell; a word in a tag takes some blanks. */
export const numberSays =
  (code: KindCode) =>
  (row: DocumentListRow): string =>
    [row.number ?? '', ...linksOfDocumentRow(code, row).map(({ word }) => word)].join('     ');

/** Returns the word for a row's state; some kinds use longer words. */
export const statusSays =
  (code: KindCode) =>
  (row: DocumentListRow): string =>
    documentStatusWord(code, row.status ?? '0', valuesOfDocumentRow(row)['closed'] === true);

/** Shows the document number as a link, and the document's links. */
function NumberCell({ code, row }: { readonly code: KindCode; readonly row: DocumentListRow }) {
  return (
    <span className="number-cell">
      <PageLink url={`${documentKinds[code].url ?? ''}/${row.id}`}>{row.number}</PageLink>
      {linksOfDocumentRow(code, row).map(({ word, hint, meaning }) => (
        <Hinted key={word} hint={hint} meaning={meaning}>
          {word}
        </Hinted>
      ))}
    </span>
  );
}

type DebtName = 'debt' | 'openDebt';

/** Shows initial or open debt: red if overdue, green once partly settled; the tooltip explains. */
function DebtCell({ row, name }: { readonly row: DocumentListRow; readonly name: DebtName }) {
  const own = useSettings();
  // SAFETY: the columns of these names hold amounts and a currency code.
  const values = valuesOfDocumentRow(row) as Readonly<
    Record<DebtName | 'currency' | 'dueOn', string | null>
  >;
  const { debt, openDebt, currency, dueOn, [name]: shown } = values;
  const number = <NumberText value={shown} as="money" of={currency} />;
  if (shown === null || shown === undefined || /^-?0(\.0+)?$/.test(shown)) return number;
  const begun = debt !== openDebt;
  const left = amountText(openDebt, currency, own);
  const said = begun ? t('bill.debt.some', { left }) : t('bill.debt.none');
  const days = countDaysOverdue({ openDebt, dueOn }, todayIn(own.timeZone));
  if (days > 0)
    return debtText(
      t('bill.debt.overdue', { said, day: dueOn ?? '', late: t('report.daysLate', { days }) }),
      'debt-overdue',
      number,
    );
  return debtText(said, begun ? 'debt-begun' : '', number);
}

const debtText = (title: string, className: string, number: ReactNode): ReactNode => (
  <Tooltip title={title}>
    <span className={className}>{number}</span>
  </Tooltip>
);

/** The states of an order, a word each. */
const orderCells = (table: DocumentTable): DocumentCells =>
  Object.fromEntries(
    orderColumns
      .filter((name) => name in table.columns)
      .map((name) => [
        name,
        (row: DocumentListRow) => (
          <OrderTag column={name} value={String(valuesOfDocumentRow(row)[name] ?? '0')} />
        ),
      ]),
  );

export type DocumentCells = Readonly<Record<string, (row: DocumentListRow) => ReactNode>>;

/** Returns document list cells with more than a plain value. */
export function cellsOfDocumentList(table: DocumentTable): DocumentCells {
  const { kind } = table;
  return {
    number: (row) => <NumberCell code={kind} row={row} />,
    status: (row) => (
      <DocumentStatus
        kind={kind}
        status={row.status ?? '0'}
        closed={valuesOfDocumentRow(row)['closed'] === true}
      />
    ),
    ...orderCells(table),
    ...('openDebt' in table.columns
      ? {
          debt: (row) => <DebtCell row={row} name="debt" />,
          openDebt: (row) => <DebtCell row={row} name="openDebt" />,
        }
      : {}),
  };
}
