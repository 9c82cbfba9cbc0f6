import type { Table } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import type { ListState } from '../useList.ts';

/** Says what the view that is shown asks by and this list does not: its rows are others than its name says. */
export function ViewLacks<T extends Table>({ list }: { readonly list: ListState<T> }): ReactNode {
  const { table, lacks } = list;
  if (lacks.length === 0) return null;
  const names = lacks.map((name) => labelOf(table, name)).join(t('view.lacksBetween'));
  return (
    <Alert
      type="warning"
      showIcon
      className="view-lacks no-print"
      title={t('view.lacks', { names })}
    />
  );
}
