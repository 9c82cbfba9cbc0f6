import type { GrantType } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../phrase/index.ts';
import type { GrantableRecord, Ticks } from './GrantTable.tsx';
import { GrantTable, grantChangesOf } from './GrantTable.tsx';
import { TicksModal } from './TicksModal.tsx';

interface Props {
  readonly type: GrantType;
  readonly title: string;
  readonly tableTitle: string;
  /** Undefined until read. */
  readonly rows: readonly GrantableRecord[] | undefined;
  /** False: the company doesn't restrict by these grants, and the dialog shows so. */
  readonly inForce: boolean | undefined;
  /** True: ticks are disabled, because all records are granted. */
  readonly disabled?: boolean;
  /** Something beside the ticks was changed. */
  readonly dirty?: boolean;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly onSearch: (keyword: string) => void;
  /** Sends the changed ticks with the dialog's Idempotency-Key. */
  readonly save: (changes: ReturnType<typeof grantChangesOf>, key: string) => Promise<unknown>;
  readonly onClose: (saved: boolean) => void;
}

/** Dialog of grants: a user's warehouses or customers, or a warehouse's or customer's users. */
export function GrantsModal(props: Props): ReactNode {
  const { type, rows, dirty = false } = props;
  const [ticks, setTicks] = useState<Ticks>(new Map());
  return (
    <TicksModal
      title={props.title}
      dirty={ticks.size > 0 || dirty}
      loading={rows === undefined}
      save={(key) => props.save(grantChangesOf(ticks), key)}
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
