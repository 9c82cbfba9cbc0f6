import type { RowOf, Table } from '@tradehouse/contract';
import { PAGE_SIZES, lastPage } from '@tradehouse/contract';
import type { SelectProps } from 'antd';
import { Button, Pagination } from 'antd';
import type { ReactNode } from 'react';
import { usePhone } from '../app/theme/useMedia.ts';
import { quantityText } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import type { Selection } from './selection.ts';
import type { ListState } from './useList.ts';
import { totalsAreARow } from './pageSizes.ts';

/** Milliseconds: what is less far behind is as good as what stands. */
const WORTH_SAYING = 1_000;

/** Number of selected rows, in the foot: a word that comes and goes moves no row there. */
function Selected<Row>({ selection }: { readonly selection: Selection<Row> }): ReactNode {
  const n = selection.rows.size;
  if (n === 0) return null;
  return (
    <span className="selected">
      {t('list.selected', { n })}
      <Button type="link" size="small" onClick={() => selection.change(new Map())}>
        {t('list.clear')}
      </Button>
    </span>
  );
}

const perPage = (value: number): string => t('list.perPage', { n: value });

/** Lengths of a page to choose from; the first fills the screen, or is what the list is read by. */
const sizesOf = <T extends Table>({ table, ownPageSize, pageSize }: ListState<T>) => [
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

/** The chosen length, without what it does. */
const chosenSize: NonNullable<SelectProps['labelRender']> = ({ value }) => perPage(Number(value));

/** How many rows there are, how old they are, which page this is, and the way to the others. */
export function Pager<T extends Table>({
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
      {selection === null ? null : <Selected selection={selection} />}
      <Pagination
        size="small"
        simple={phone}
        current={list.page}
        pageSize={rowsPerPage}
        // Nothing is one empty page, not none.
        total={Math.max(1, Math.min(total, last * rowsPerPage))}
        showQuickJumper={!phone}
        showSizeChanger={phone ? false : { options: sizesOf(list), labelRender: chosenSize }}
        pageSizeOptions={sizesOf(list).map(({ value }) => value)}
        onChange={(page, size) => list.turn(page, size === rowsPerPage ? list.pageSize : size)}
      />
    </div>
  );
}
