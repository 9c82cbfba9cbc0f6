import type { GrantType } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../phrase/index.ts';
import type { Grantable, Ticks } from './GrantTable.tsx';
import { GrantTable, changesOf } from './GrantTable.tsx';
import { TicksModal } from './TicksModal.tsx';

interface Props {
  readonly type: GrantType;
  readonly title: string;
  /** What the records in the table are called. */
  readonly tableTitle: string;
  /** Undefined until they are read. */
  readonly rows: readonly Grantable[] | undefined;
  /** False: the company doesn't restrict by such grants, which the dialog says. */
  readonly inForce: boolean | undefined;
  /** Nothing can be ticked: all of them are granted. */
  readonly disabled?: boolean;
  /** Something beside the ticks was changed. */
  readonly dirty?: boolean;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly onSearch: (keyword: string) => void;
  /** Sends what was ticked and unticked, under the dialog's Idempotency-Key. */
  readonly save: (changes: ReturnType<typeof changesOf>, key: string) => Promise<unknown>;
  readonly onClose: (saved: boolean) => void;
}

/** A dialog of what is granted: warehouses or customers to a user, or users to one of those. */
export function GrantsModal(props: Props): ReactNode {
  const { type, rows, dirty = false } = props;
  const [ticks, setTicks] = useState<Ticks>(new Map());
  return (
    <TicksModal
      title={props.title}
      dirty={ticks.size > 0 || dirty}
      loading={rows === undefined}
      save={(key) => props.save(changesOf(ticks), key)}
      onClose={props.onClose}
    >
      {props.inForce === false ? (
        <Alert type="info" showIcon className="gap-below" title={t(`grant.off.${type}`)} />
      ) : null}
      {props.before}
      <GrantTable
        title={props.tableTitle}
        rows={rows}
        ticks={ticks}
        disabled={props.disabled === true}
        onTicks={setTicks}
        onSearch={props.onSearch}
      />
      {props.after}
    </TicksModal>
  );
}
