import { bankStatementPage, bankStatements } from '@tradehouse/contract';
import type { Reconciliation } from '@tradehouse/contract';
import { parseTypedNumber, plainValue } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useBusy } from '../../app/useBusy.ts';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { whenMatched } from '../../document/money/bankRowStart.ts';
import { t } from '../../phrase/index.ts';

/** The balance that the bank states: typed where it stands, saved on leaving it or by Enter. */
export function ClosingField({
  told: { id, closing, booked, currency },
}: {
  readonly told: Reconciliation;
}): ReactNode {
  const may = useMay();
  const [typed, setTyped] = useState(closing ?? '');
  const [busy, run] = useBusy();
  // Anyone who sees no amounts may not set one.
  if (!may(bankStatementPage, '1') || booked === null)
    return <NumberText value={closing} as="money" of={currency} />;
  const value = typed.trim() === '' ? null : (plainValue(parseTypedNumber(typed)) ?? null);
  const unread = typed.trim() !== '' && value === null;
  const save = (): void => {
    if (unread || value === closing) return;
    void run(() => whenMatched(call(bankStatements.setClosing, { id, closing: value })));
  };
  return (
    <DecimalInput
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
  );
}
