import { internalKindCodes, kindCodes } from '@tradehouse/domain';

/** Every kind that a ledger's row may stand on. */
export const ledgerKinds = [...kindCodes, ...internalKindCodes] as const;

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
