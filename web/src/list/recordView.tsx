import { EditOutlined } from '@ant-design/icons';
import type { TableDeclaration } from '@tradehouse/contract';
import { pagesOfAccess } from '@tradehouse/contract';
import { Button, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';
import { tabsLocale } from '../control/tabsLocale.ts';

/** Returns a test for read access to a list or report, by the rights of its pages. */
export function useMayRead(): (table: Pick<TableDeclaration, 'access'>) => boolean {
  const may = useMay();
  return ({ access }) => pagesOfAccess(access).some((page) => may(page));
}

interface RecordFact {
  readonly label: string;
  readonly value: ReactNode;
}

interface Props {
  readonly title: string;
  /** Absent: the reader may not change the record. */
  readonly onEdit?: (() => void) | undefined;
  readonly actions: ReactNode;
  /** Important figures, above the tabs. */
  readonly figures: readonly RecordFact[];
  /** Facts of the record, at the left; empty facts are omitted. */
  readonly facts: readonly RecordFact[];
  readonly tabs: readonly {
    readonly key: string;
    readonly label: string;
    readonly children: ReactNode;
  }[];
}

/** Page of one record: facts, figures, and the lists and reports about the record. */
export function RecordView({ title, onEdit, actions, figures, facts, tabs }: Props): ReactNode {
  const { setTitle } = useTabActions();
  useEffect(() => setTitle(title), [setTitle, title]);
  return (
    <div className="record-view">
      <header>
        <h1>{title}</h1>
        <span className="record-acts">
          {actions}
          {onEdit === undefined ? null : (
            <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              {t('act.edit')}
            </Button>
          )}
        </span>
      </header>
      <dl className="record-figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="record-facts">
        {facts
          .filter(({ value }) => value !== '' && value !== null && value !== undefined)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Tabs locale={tabsLocale()} className="record-tabs" destroyOnHidden items={[...tabs]} />
    </div>
  );
}
