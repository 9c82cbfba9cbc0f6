import { settledBy } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { pageOf } from './documentPage.tsx';
import { EnteredForm } from './money/EnteredForm.tsx';
import { SettledForm } from './money/SettledForm.tsx';

/** The view of a kind of money: its list, and its documents in tabs of their own, as for goods. */
export function moneyPage(code: MoneyKindCode): ComponentType {
  const Form = settledBy(code) === null ? EnteredForm : SettledForm;
  return pageOf(code, (purpose) => <Form code={code} purpose={purpose} />);
}
