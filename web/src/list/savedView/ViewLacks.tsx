import type { TableDeclaration } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { ListState } from '../useList.ts';

/** Warns of the view's filters and columns that the list lacks: rows differ from the view's name. */
export function ViewLacks<T extends TableDeclaration>({
  list,
}: {
  readonly list: ListState<T>;
}): ReactNode {
  const { table, lacks } = list;
  if (lacks.length === 0) return null;
  const names = lacks.map((name) => labelOfColumn(table, name)).join(t('view.lacksBetween'));
  return (
    <Alert
      type="warning"
      showIcon
      className="view-lacks no-print"
      title={t('view.lacks', { names })}
    />
  );
}
