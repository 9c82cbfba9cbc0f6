import { internalKindCodes, kindCodes } from '@tradehouse/domain';

/** Every kind that a ledger's row may stand on. */
export const ledgerKinds = [...kindCodes, ...internalKindCodes] as const;

/** The same, and what was there before the first day that is asked for. */
export const kindsAndOpening = [...ledgerKinds, 'opening'] as const;

/** What a row of a ledger tells first, whatever it counts: when it was, and which document it stands on. */
export const ledgerColumns = {
  id: { type: 'text', code: true, hidden: true },
  sequence: { type: 'integer', hidden: true },
  documentId: { type: 'id', hidden: true },
  date: { type: 'day' },
  time: {
    type: 'time',
    width: 150,
    matters: 'least',
    called: { 'zh-cn': '单据日期', en: 'Document date' },
  },
  number: { type: 'text', code: true, width: 170 },
  kind: { type: 'choice', choices: ledgerKinds },
} as const;

/** The days that a ledger is read for. */
export const ledgerDates = {
  by: 'own',
  control: 'dates',
  first: true,
  starts: 'threeMonths',
} as const;

/** What an amount was on a document in another currency, and which that is. */
export const originalColumns = {
  originalAmount: {
    type: 'money',
    signed: true,
    mask: 'money',
    sortable: false,
    called: { 'zh-cn': '原币金额', en: 'Original amount' },
  },
  originalCurrency: {
    type: 'text',
    code: true,
    sortable: false,
    width: 70,
    called: { 'zh-cn': '原币', en: 'Original currency' },
  },
} as const;
