// Inputs for the calls of fiscal invoices.
import { invoices } from '@tradehouse/contract';
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
    'POST /invoice/importList': one('a list', () => ({ rows: [row()] })),
    'POST /invoice/importExcel': one('no file', () => ({}), 400),
  };
}
