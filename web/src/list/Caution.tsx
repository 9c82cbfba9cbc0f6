import { arranged, isHidden, tellsSeen } from '@tradehouse/contract';
import type { Table } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { settingsNow } from '../app/settings/settings.ts';
import { labelOf } from '../record/labels.ts';
import type { ListState } from './useList.ts';

type Told<T extends Table> = Pick<ListState<T>, 'table' | 'columns'>;

/** What the reader of a list must know of its balances: they are of the documents that they may see. Null: of all there are. */
export function cautionOf<T extends Table>({ table, columns }: Told<T>): string | null {
  const { partOfBooks = false, hiddenAmounts = [] } = settingsNow() ?? {};
  const shown = arranged(table, columns)
    .filter(({ visible, column }) => visible && !isHidden(column, hiddenAmounts))
    .map(({ name }) => name);
  return partOfBooks && tellsSeen(table, shown) ? labelOf(table, 'partOfBooks') : null;
}

export function Caution<T extends Table>({ list }: { readonly list: Told<T> }): ReactNode {
  const caution = cautionOf(list);
  return caution === null ? null : <Alert type="warning" showIcon title={caution} />;
}
