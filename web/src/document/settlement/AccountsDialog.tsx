import { ZERO, decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { moneyText } from '../../control/format.ts';
import { AccountSelect } from '../../control/references.tsx';
import { amendRow, stableRowKey } from '../../control/stableRows.ts';
import { t } from '../../phrase/index.ts';
import { AmountInput } from './AmountInput.tsx';
import type { AccountShare } from '../draft/settlement.ts';
import { readableAmount, sharesComplete } from '../draft/settlement.ts';

interface Props {
  readonly shares: readonly AccountShare[];
  /** Paying account while single. */
  readonly accountId: string | null;
  /** Amount to pay, a plain decimal. */
  readonly due: string;
  readonly digits: number;
  /** Document's currency; '' for the company's own. */
  readonly currency: string;
  readonly onTake: (shares: readonly AccountShare[]) => void;
  readonly onClose: () => void;
}

const EMPTY: AccountShare = { accountId: null, amount: '' };

/** Splits a payment over at least two accounts; the sum of their amounts is paid. */
export function AccountsDialog({
  shares,
  accountId,
  due,
  digits,
  currency,
  onTake,
  onClose,
}: Props) {
  const [rows, setRows] = useState<readonly AccountShare[]>(
    shares.length >= 2 ? shares : [{ accountId, amount: due }, { ...EMPTY }],
  );
  const amounts = rows.map(({ amount }) => readableAmount(amount));
  const isReadable = !amounts.includes(null);
  const paid = sum(amounts.map((amount) => amount ?? ZERO));
  const left = isReadable ? decimal(due).minus(paid) : ZERO;
  const change = (at: number, part: Partial<AccountShare>): void =>
    setRows((before) => before.map((row, index) => (index === at ? amendRow(row, part) : row)));

  return (
    <ChoiceModal
      width={650}
      title={t('editor.accounts.title')}
      okDisabled={!sharesComplete(rows)}
      onOk={() => onTake(rows)}
      onCancel={onClose}
    >
      <div className="account-shares">
        {rows.map((row, at) => (
          <div key={stableRowKey(row)} className="account-share">
            <AccountSelect
              aria-label={t('editor.accounts.account', { at: at + 1 })}
              value={row.accountId}
              onChange={(chosen) => change(at, { accountId: chosen })}
            />
            <AmountInput
              size="middle"
              label={t('editor.accounts.amount', { at: at + 1 })}
              currency={currency}
              value={row.amount}
              onChange={(amount) => change(at, { amount })}
            />
            <Button disabled={rows.length <= 2} onClick={() => setRows(rows.toSpliced(at, 1))}>
              {t('act.remove')}
            </Button>
          </div>
        ))}
      </div>
      <Button
        onClick={() =>
          setRows([...rows, { ...EMPTY, amount: left.greaterThan(0) ? toPlainDecimal(left) : '' }])
        }
      >
        {t('editor.accounts.add')}
      </Button>
      <p>
        <Typography.Text>
          {t('editor.accounts.sum', {
            paid: isReadable ? moneyText(toPlainDecimal(paid), digits) : t('empty.none'),
            due: moneyText(due, digits),
          })}
        </Typography.Text>
      </p>
      {!sharesComplete(rows) && (
        <Typography.Text type="secondary">{t('editor.accounts.rule')}</Typography.Text>
      )}
    </ChoiceModal>
  );
}
