import { freights } from '@tradehouse/contract';
import type { InputOf, RowOf } from '@tradehouse/contract';
import { decimal, plain, sum } from '@tradehouse/domain';
import { Alert, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call, newKey } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { AccountSelect, InOutItemSelect } from '../../control/references.tsx';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof freights.table>;
const label = (name: string): string => labelOf(freights.table, name);

/** Freight as it was read. */
export const asRead = (rows: readonly Row[]): InputOf<typeof freights.confirm>['rows'] =>
  rows.map(({ id, version }) => ({ id: id ?? '', version: version ?? 0 }));

interface Props {
  readonly rows: readonly Row[];
  readonly onClose: (changed: boolean) => void;
}

/** Makes the expenditure that pays what was chosen. */
export function PaymentDialog({ rows, onClose }: Props): ReactNode {
  const [accountId, setAccount] = useState<string | null>(null);
  const [itemId, setItem] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const [{ companyName = '', currency = null } = {}] = rows;
  const total = plain(sum(rows.map(({ actual }) => decimal(actual ?? '0'))));
  const pay = () =>
    run(async () => {
      if (accountId === null || itemId === null) return;
      const input = { rows: asRead(rows), accountId, itemId, remark: remark.trim() };
      const made = await call(freights.pay, input, { key: newKey(), quiet: true }).catch(
        (refused: unknown) => setFailed(reasonOf(refused)),
      );
      if (made === undefined) return;
      void notices().message.success(t('freight.paid', { number: made.number }));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={560}
      title={t('freight.pay')}
      okText={t('freight.pay')}
      okDisabled={busy || accountId === null || itemId === null}
      onOk={() => void pay()}
      onCancel={() => onClose(false)}
    >
      <p>
        {t('freight.payOf', { n: rows.length, name: companyName ?? '' })}{' '}
        <strong>
          <NumberText value={total} as="money" of={currency} currency />
        </strong>
      </p>
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <Form layout="vertical" component="div">
        <Form.Item label={label('accountId')} htmlFor="freight-account" required>
          <AccountSelect id="freight-account" value={accountId} onChange={setAccount} />
        </Form.Item>
        <Form.Item label={label('itemId')} htmlFor="freight-item" required>
          <InOutItemSelect id="freight-item" type="expense" value={itemId} onChange={setItem} />
        </Form.Item>
        <Form.Item label={label('remark')} htmlFor="freight-remark">
          <Input
            id="freight-remark"
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
    </ChoiceModal>
  );
}
