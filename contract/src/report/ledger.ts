import { internalKindCodes, kindCodes } from '@tradehouse/domain';

/** Every kind of document in a ledger row. */
export const ledgerKinds = [...kindCodes, ...internalKindCodes] as const;

/** Ledger kinds and the opening. */
export const kindsAndOpening = [...ledgerKinds, 'opening'] as const;

/** First columns of a ledger row: time and document. */
export const ledgerColumns = {
  id: { type: 'text', code: true, hidden: true },
  sequence: { type: 'integer', hidden: true },
  documentId: { type: 'id', hidden: true },
  date: { type: 'day' },
  time: {
    type: 'time',
    width: 150,
    // The time repeats the day of nearly every row.
    optional: true,
    called: { 'zh-cn': '单据日期', en: 'Document date' },
  },
  number: { type: 'text', code: true, width: 170 },
  kind: { type: 'choice', choices: ledgerKinds },
} as const;

export const ledgerDates = {
  by: 'own',
  control: 'dates',
  first: true,
  starts: 'threeMonths',
} as const;

/** Original amount and currency, if foreign. */
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
