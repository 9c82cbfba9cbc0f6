import { EditOutlined } from '@ant-design/icons';
import type { Table } from '@tradehouse/contract';
import { pagesOf } from '@tradehouse/contract';
import { Button, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTabs } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';

/** Whether a list or report may be read, by the rights of its pages. */
export function useMayRead(): (table: Pick<Table, 'access'>) => boolean {
  const may = useMay();
  return ({ access }) => pagesOf(access).some((page) => may(page));
}

/** Something that is known of a record, by its label. */
interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface Props {
  readonly title: string;
  /** Absent: the reader may not change the record. */
  readonly onEdit?: (() => void) | undefined;
  readonly actions: ReactNode;
  /** What matters first, above the tabs. */
  readonly figures: readonly Fact[];
  /** What the record says, at the left; empty ones are left out. */
  readonly facts: readonly Fact[];
  readonly tabs: readonly {
    readonly key: string;
    readonly label: string;
    readonly children: ReactNode;
  }[];
}

/** The page of one record: its facts, its figures, and the lists and reports that tell of it. */
export function RecordView({ title, onEdit, actions, figures, facts, tabs }: Props): ReactNode {
  const { setTitle } = useTabs();
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
      <Tabs className="record-tabs" destroyOnHidden items={[...tabs]} />
    </div>
  );
}
