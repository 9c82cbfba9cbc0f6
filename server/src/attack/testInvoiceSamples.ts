// Inputs for the calls of fiscal invoices.
import { invoices, partners } from '@tradehouse/contract';
import type { InvoiceFields } from '@tradehouse/contract';
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export function invoiceSamples(world: World): Samples {
  const { server, token, ids, documents, word } = world;
  const fields = (): InvoiceFields => ({
    direction: 'issued',
    invoiceKind: 'vat',
    number: word(),
    invoiceDate: '2026-01-05',
    partnerId: ids.customer,
    net: '0.01',
    tax: '0',
    bills: [{ documentId: documents.saleOut.id, amount: '0.01' }],
    remark: word(),
  });
  const added = () => server.call(invoices.add, fields(), token);
  const row = () => ({
    number: word(),
    direction: 'received' as const,
    invoiceKind: 'plain' as const,
    invoiceDate: '2026-01-05',
    partnerName: word(),
    net: '1',
    tax: '0',
  });
  return {
    'POST /invoice/add': one('of a sale', fields),
    'PUT /invoice/update': one('changed', async () => ({ ...fields(), ...(await added()) })),
    'POST /invoice/batchVoid': one('void', async () => ({
      ids: (await added()).id,
      reason: word(),
    })),
    'GET /invoice/info': one('read', async () => ({ id: (await added()).id })),
    'GET /invoice/ofBill': one('of a bill', () => ({ id: documents.saleOut.id })),
    'GET /invoice/bills': one('begun', () => ({ ids: documents.saleOut.id })),
    'GET /depotHead/getNeedCount': one('waiting', () => ({ kind: 'moneyIn' })),
    'POST /invoice/importList': one('a list', () => ({ rows: [row()] })),
    'GET /invoice/lastImport': one('one’s last', () => ({})),
    'POST /invoice/undoImport': one('taken back', async () => {
      const { name } = await server.call(partners.infoCall, { id: ids.customer }, token);
      const rows = [{ ...row(), direction: 'issued' as const, partnerName: name }];
      return { id: (await server.call(invoices.bring, { rows }, token)).importId ?? '' };
    }),
    'POST /invoice/importExcel': one('no file', () => ({}), 400),
  };
}
