import { bankStatementPage, bankStatements } from '@tradehouse/contract';
import type { BankReconciliation } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { useBusy } from '../app/useBusy.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { doubtOfNumber, plainNumberIn } from '../control/fieldNumber.ts';
import { NumberText } from '../control/NumberText.tsx';
import { whenMatched } from '../document/money/bankRowStart.ts';
import { t } from '../phrase/index.ts';

/** Field for the bank's stated balance: edited in place, saved on blur or Enter. */
export function ClosingField({
  reconciliation: { id, version, closing, booked, currency },
}: {
  readonly reconciliation: BankReconciliation;
}): ReactNode {
  const may = useMay();
  const [typed, setTyped] = useState(closing ?? '');
  const [busy, run] = useBusy();
  // A user who sees no amounts may not set one.
  if (!may(bankStatementPage, '1') || booked === null)
    return <NumberText value={closing} as="money" of={currency} />;
  const value = typed.trim() === '' ? null : (plainNumberIn(typed, currency) ?? null);
  const unread = typed.trim() !== '' && value === null;
  const save = (): void => {
    if (unread || value === closing) return;
    void run(() =>
      whenMatched(callEndpoint(bankStatements.setClosing, { id, version, closing: value })),
    );
  };
  return (
    <>
      <DecimalInput
        currency={currency}
        className="bank-closing"
        aria-label={t('bank.closing')}
        placeholder={t('bank.noClosing')}
        status={unread ? 'error' : ''}
        disabled={busy}
        value={typed}
        onChange={setTyped}
        onBlur={save}
        onPressEnter={save}
      />
      {unread && doubtOfNumber(typed, currency) === undefined ? (
        <small className="below" role="alert">
          {t('editor.wrong.number')}
        </small>
      ) : null}
    </>
  );
}
