import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { PAGE_SIZES, lastPage } from '@tradehouse/contract';
import type { SelectProps } from 'antd';
import { Button, Pagination } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../app/theme/useMedia.ts';
import { quantityText } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import type { Selection } from './selection.ts';
import type { ListState } from './useList.ts';
import { sumSelectedRows } from './selectionSum.ts';
import { totalsAreARow } from './pageSizes.ts';

/** Age of the data in milliseconds below which no age is shown. */
const WORTH_SAYING = 1_000;

interface SelectedProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  readonly selection: Selection<RowOf<T>>;
}

/** Renders number and sum of the selected rows in the footer, where changes move no row. */
function Selected<T extends TableDeclaration>({ list, selection }: SelectedProps<T>): ReactNode {
  const n = selection.rows.size;
  if (n === 0) return null;
  const sum = sumSelectedRows(list, [...selection.rows.values()]);
  return (
    <span className="selected">
      {t('list.selected', { n })}
      {sum === null ? null : (
        <>
          {' · '}
          {labelOfColumn(list.table, sum.name)}{' '}
          <NumberText value={sum.amount} as="money" currency of={sum.currency} />
        </>
      )}
      <Button type="link" size="small" onClick={() => selection.change(new Map())}>
        {t('list.clear')}
      </Button>
    </span>
  );
}

const perPage = (value: number): string => t('list.perPage', { n: value });

/** Page sizes; the first fills the screen, or is the list's own. */
const sizesOf = <T extends TableDeclaration>({ table, ownPageSize, pageSize }: ListState<T>) => [
  {
    value: ownPageSize,
    label:
      table.pageSize === undefined
        ? `${perPage(ownPageSize)} · ${t('list.fillsScreen')}`
        : perPage(ownPageSize),
  },
  ...[...new Set([...PAGE_SIZES, pageSize])]
    .filter((size) => size !== ownPageSize)
    .map((value) => ({ value, label: perPage(value) })),
];

/** Renders the chosen page size without the explanation. */
const chosenSize: NonNullable<SelectProps['labelRender']> = ({ value }) => perPage(Number(value));

/** Renders the row count, the data's age, and the pages. */
export function Pager<T extends TableDeclaration>({
  list,
  selection = null,
}: {
  readonly list: ListState<T>;
  readonly selection?: Selection<RowOf<T>> | null;
}): ReactNode {
  const phone = usePhone();
  const total = list.data?.total ?? 0;
  const age = list.data?.age ?? 0;
  const rowsPerPage = totalsAreARow(list.pageSize) ? list.pageSize - 1 : list.pageSize;
  const pages = Math.max(1, Math.ceil(total / rowsPerPage));
  const last = lastPage(rowsPerPage);
  return (
    <div className="pager no-print">
      <span className="number" aria-live="polite">
        {list.data !== undefined &&
          t(total === 1 ? 'list.positionOne' : 'list.position', {
            rows: quantityText(total),
            page: quantityText(list.page),
            pages: quantityText(pages),
          })}
        {pages > last && ` · ${t('list.deeper', { last: quantityText(last) })}`}
        {age >= WORTH_SAYING && ` · ${t('list.age', { seconds: Math.round(age / 1000) })}`}
      </span>
      {selection === null ? null : <Selected list={list} selection={selection} />}
      <Pagination
        size="small"
        simple={phone}
        current={list.page}
        // The chosen size may include a totals row: otherwise a size smaller by one could not be chosen.
        pageSize={list.pageSize}
        total={Math.min(pages, last) * list.pageSize}
        showQuickJumper={!phone}
        showSizeChanger={phone ? false : { options: sizesOf(list), labelRender: chosenSize }}
        pageSizeOptions={sizesOf(list).map(({ value }) => value)}
        onChange={list.turn}
      />
    </div>
  );
}
