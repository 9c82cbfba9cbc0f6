import { decimal, plain, sum } from '@tradehouse/domain';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { moneyText } from '../../control/format.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { numberOf } from '../draft/priced.ts';
import { AmountInput } from './AmountInput.tsx';
import type { AccountShare } from '../draft/settlement.ts';
import { sharesComplete } from '../draft/settlement.ts';

interface Props {
  readonly shares: readonly AccountShare[];
  /** The account that pays while there is only one. */
  readonly accountId: string | null;
  /** What is to be paid, a plain decimal. */
  readonly due: string;
  readonly digits: number;
  readonly onTake: (shares: readonly AccountShare[]) => void;
  readonly onClose: () => void;
}

const EMPTY: AccountShare = { accountId: null, amount: '' };

/** A payment from several accounts: at least two, each with its amount; their sum is what is paid. */
export function AccountsDialog({ shares, accountId, due, digits, onTake, onClose }: Props) {
  const [rows, setRows] = useState<readonly AccountShare[]>(
    shares.length >= 2 ? shares : [{ accountId, amount: due }, EMPTY],
  );
  const paid = sum(rows.map(({ amount }) => numberOf(amount)));
  const left = decimal(due).minus(paid);
  const change = (at: number, part: Partial<AccountShare>): void =>
    setRows((before) => before.map((row, index) => (index === at ? { ...row, ...part } : row)));

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
          // The rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="account-share">
            <AccountSelect
              aria-label={t('editor.accounts.account', { at: at + 1 })}
              value={row.accountId}
              onChange={(chosen) => change(at, { accountId: chosen })}
            />
            <AmountInput
              size="middle"
              label={t('editor.accounts.amount', { at: at + 1 })}
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
          setRows([...rows, { ...EMPTY, amount: left.isPositive() ? plain(left) : '' }])
        }
      >
        {t('editor.accounts.add')}
      </Button>
      <p>
        <Typography.Text>
          {t('editor.accounts.sum', {
            paid: moneyText(plain(paid), digits),
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
