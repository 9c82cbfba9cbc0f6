import { invoices } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { invoicesOfBill, startBills } from './bills.ts';
import { bringInvoices } from './bring.ts';
import { readLastInvoiceImport, undoImport } from './imports.ts';
import { invoiceInfo } from './info.ts';
import { invoiceBillRows, invoiceRows } from './list.ts';
import { addInvoice, updateInvoice, voidInvoices } from './save.ts';

/** The calls of fiscal invoices. */
export function invoiceRoutes(app: FastifyInstance): void {
  mountTable(app, invoiceRows);
  mountTable(app, invoiceBillRows);
  mountEndpoint(app, invoices.infoCall, ({ id }, { read }) =>
    read((context) => invoiceInfo(context, id)),
  );
  mountEndpoint(app, invoices.startBills, (input, { read }) =>
    read((context) => startBills(context, input)),
  );
  mountEndpoint(app, invoices.ofBill, ({ id }, { read }) =>
    read((context) => invoicesOfBill(context, id)),
  );
  mountEndpoint(app, invoices.add, (input, { transact }) =>
    transact((context) => addInvoice(context, input)),
  );
  mountEndpoint(app, invoices.update, (input, { transact }) =>
    transact((context) => updateInvoice(context, input)),
  );
  mountEndpoint(app, invoices.voidBatch, (input, { transact }) =>
    transact((context) => voidInvoices(context, input)),
  );
  mountEndpoint(app, invoices.lastImport, (_, { read }) => read(readLastInvoiceImport));
  mountEndpoint(app, invoices.undoImport, (input, { transact }) =>
    transact((context) => undoImport(context, input)),
  );
  mountEndpoint(app, invoices.bring, (input, { transact }) =>
    transact((context) => bringInvoices(context, input)),
  );
}
