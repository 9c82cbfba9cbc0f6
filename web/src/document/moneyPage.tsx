import { purseSettledByKind } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { createDocumentPage } from './documentPage.tsx';
import { EnteredForm } from './money/EnteredForm.tsx';
import { SettledForm } from './money/SettledForm.tsx';

/** Returns a money kind's page: its list, and documents in tabs, like goods kinds. */
export function moneyPage(code: MoneyKindCode): ComponentType {
  const Form = purseSettledByKind(code) === null ? EnteredForm : SettledForm;
  return createDocumentPage(code, (purpose) => <Form code={code} purpose={purpose} />);
}
