import { freights } from '@tradehouse/contract';
import type { InputOf, RowOf } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { Alert, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, newKey } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { AccountSelect, InOutItemSelect } from '../control/references.tsx';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type FreightPaymentRow = RowOf<typeof freights.table>;
const labelOfFreightPayment = (name: string): string => labelOfColumn(freights.table, name);

/** Returns the ids and versions of freight rows at reading. */
export const asRead = (
  rows: readonly FreightPaymentRow[],
): InputOf<typeof freights.confirm>['rows'] =>
  rows.map(({ id, version }) => ({ id: id ?? '', version: version ?? 0 }));

interface Props {
  readonly rows: readonly FreightPaymentRow[];
  readonly onClose: (changed: boolean) => void;
}

/** Creates the expense that pays the chosen freight. */
export function PaymentDialog({ rows, onClose }: Props): ReactNode {
  const [accountId, setAccount] = useState<string | null>(null);
  const [itemId, setItem] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const [{ companyName = '', currency = null } = {}] = rows;
  const total = toPlainDecimal(sum(rows.map(({ actual }) => decimal(actual ?? '0'))));
  const pay = () =>
    run(async () => {
      if (accountId === null || itemId === null) return;
      const input = { rows: asRead(rows), accountId, itemId, remark: remark.trim() };
      const made = await callEndpoint(freights.pay, input, { key: newKey(), quiet: true }).catch(
        (refused: unknown) => setFailed(reasonOfError(refused)),
      );
      if (made === undefined) return;
      void getNotices().message.success(t('freight.paid', { number: made.number }));
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
        <Form.Item label={labelOfFreightPayment('accountId')} htmlFor="freight-account" required>
          <AccountSelect id="freight-account" value={accountId} onChange={setAccount} />
        </Form.Item>
        <Form.Item label={labelOfFreightPayment('itemId')} htmlFor="freight-item" required>
          <InOutItemSelect id="freight-item" type="expense" value={itemId} onChange={setItem} />
        </Form.Item>
        <Form.Item label={labelOfFreightPayment('remark')} htmlFor="freight-remark">
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
