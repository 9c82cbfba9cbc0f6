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
import type { Meaning } from '../../control/StatusTag.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import { OrderTag, orderColumns } from '../steps/OrderLife.tsx';
import { t } from '../../phrase/index.ts';
import { isOverdue } from './overdue.ts';
import type { DocumentRow } from '../steps/documentActions.tsx';

type Values = Readonly<Record<string, string | boolean | null | undefined>>;
const valuesOf = (row: DocumentRow): Values => row;

/** What a linked document came from, in a word: an order, a requisition, another document. */
function originOf(code: KindCode, numbers: string): string {
  const sources = keysOf(documentKinds[code].sources);
  const kinds = sources.map((source) => documentKinds[source]);
  // A kind with several sources is told by its number; numbers that were typed by hand count as the first.
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
  readonly meaning: Meaning;
  readonly children: string;
}) => (
  <Tooltip title={hint}>
    <span>
      <StatusTag meaning={meaning}>{children}</StatusTag>
    </span>
  </Tooltip>
);

/** What a document is linked with: in a word each, and what that means. */
function linksOf(code: KindCode, row: DocumentRow) {
  const { sourceNumbers, hasReturn } = valuesOf(row);
  const numbers = typeof sourceNumbers === 'string' ? sourceNumbers : '';
  return [
    ...(numbers === ''
      ? []
      : [
          {
            word: originOf(code, numbers),
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
  (row: DocumentRow): string =>
    [row.number ?? '', ...linksOf(code, row).map(({ word }) => word)].join('     ');

/** The word of a row's state, which some kinds say in more letters than others. */
export const statusSays =
  (code: KindCode) =>
  (row: DocumentRow): string =>
    documentStatusWord(code, row.status ?? '0', valuesOf(row)['closed'] === true);

/** The number, which opens the document, and what it is linked with. */
function NumberCell({ code, row }: { readonly code: KindCode; readonly row: DocumentRow }) {
  return (
    <span className="number-cell">
      <PageLink url={`${documentKinds[code].url ?? ''}/${row.id}`}>{row.number}</PageLink>
      {linksOf(code, row).map(({ word, hint, meaning }) => (
        <Hinted key={word} hint={hint} meaning={meaning}>
          {word}
        </Hinted>
      ))}
    </span>
  );
}

type DebtName = 'debt' | 'openDebt';

/** Debt of a document, at first or still: red once it is overdue, green once something is settled; the tooltip says it in words. */
function DebtCell({ row, name }: { readonly row: DocumentRow; readonly name: DebtName }) {
  const own = useSettings();
  // SAFETY: amounts and a currency's code, as the columns of these names hold them.
  const values = valuesOf(row) as Readonly<Record<DebtName | 'currency' | 'dueOn', string | null>>;
  const { debt, openDebt, currency, dueOn, [name]: shown } = values;
  const number = <NumberText value={shown} as="money" of={currency} />;
  if (shown === null || shown === undefined || /^-?0(\.0+)?$/.test(shown)) return number;
  const begun = debt !== openDebt;
  const left = amountText(openDebt, currency, own);
  const said = begun ? t('bill.debt.some', { left }) : t('bill.debt.none');
  if (dueOn !== null && isOverdue({ openDebt, dueOn }, todayIn(own.timeZone)))
    return debtText(t('bill.debt.overdue', { said, day: dueOn }), 'debt-overdue', number);
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
        (row: DocumentRow) => <OrderTag column={name} value={String(valuesOf(row)[name] ?? '0')} />,
      ]),
  );

export type DocumentCells = Readonly<Record<string, (row: DocumentRow) => ReactNode>>;

/** The cells of a document list that say more than their value. */
export function cellsOf(table: DocumentTable): DocumentCells {
  const { kind } = table;
  return {
    number: (row) => <NumberCell code={kind} row={row} />,
    status: (row) => (
      <DocumentStatus
        kind={kind}
        status={row.status ?? '0'}
        closed={valuesOf(row)['closed'] === true}
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
