import { toLiteralUnion } from '../field.ts';
import { documentKinds } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Closed } from '../resource.ts';
import { defineTable } from '../table.ts';

/** Money kinds that settle debts: receipts and payments. */
export const waitingKinds = ['moneyIn', 'moneyOut'] as const;
const access = { page: waitingKinds.flatMap((kind) => documentKinds[kind].url ?? []) };

/**
 * Partners to settle with by receipt or payment: net debt in either direction, by documents in force, in
 * the company's own currency.
 */
export const waitingTable = defineTable({
  id: 'waiting',
  path: '/depotHead/waitNeedList',
  exportPath: '/depotHead/waitNeedExport',
  access,
  columns: {
    id: { type: 'id', hidden: true },
    name: { type: 'text', width: 220 },
    contacts: { type: 'text', width: 110 },
    phone: { type: 'text', code: true, width: 130 },
    owed: {
      type: 'money',
      mask: 'money',
      sum: true,
      ofSeen: true,
      called: { 'zh-cn': '欠款金额', en: 'Owed' },
    },
  },
  filters: {
    kind: { by: 'own', control: 'choice', choices: waitingKinds, required: true },
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
  },
  order: { column: 'owed', direction: 'desc' },
});

export const waitingCount = defineEndpoint({
  call: 'GET /depotHead/getNeedCount',
  summary: 'How many partners a receipt or payment waits for',
  access,
  input: Closed({ kind: toLiteralUnion(waitingKinds) }),
  reply: Closed({ count: Type.Integer() }),
});
