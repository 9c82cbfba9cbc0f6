import { arrangeColumns, isHiddenColumn, tellsSeen } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { settingsNow } from '../app/settings/settings.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { ListState } from './useList.ts';

type CautionListState<T extends TableDeclaration> = Pick<ListState<T>, 'table' | 'columns'>;

/** Warns that balances cover only documents visible to the user. Null: all documents. */
export function cautionOf<T extends TableDeclaration>({
  table,
  columns,
}: CautionListState<T>): string | null {
  const { partOfBooks = false, hiddenAmounts = [] } = settingsNow() ?? {};
  const shown = arrangeColumns(table, columns)
    .filter(({ visible, column }) => visible && !isHiddenColumn(column, hiddenAmounts))
    .map(({ name }) => name);
  return partOfBooks && tellsSeen(table, shown) ? labelOfColumn(table, 'partOfBooks') : null;
}

export function Caution<T extends TableDeclaration>({
  list,
}: {
  readonly list: CautionListState<T>;
}): ReactNode {
  const caution = cautionOf(list);
  return caution === null ? null : <Alert type="warning" showIcon title={caution} />;
}
