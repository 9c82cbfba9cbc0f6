import { invoices } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountTable } from '../../kernel/index.ts';
import { invoicesOfBill, startBills } from './bills.ts';
import { bringInvoices } from './bring.ts';
import { lastImport, undoImport } from './imports.ts';
import { invoiceInfo } from './info.ts';
import { invoiceBillRows, invoiceRows } from './list.ts';
import { addInvoice, updateInvoice, voidInvoices } from './save.ts';

/** The calls of fiscal invoices. */
export function invoiceRoutes(app: FastifyInstance): void {
  mountTable(app, invoiceRows);
  mountTable(app, invoiceBillRows);
  mount(app, invoices.infoCall, ({ id }, { read }) => read((context) => invoiceInfo(context, id)));
  mount(app, invoices.startBills, (input, { read }) =>
    read((context) => startBills(context, input)),
  );
  mount(app, invoices.ofBill, ({ id }, { read }) => read((context) => invoicesOfBill(context, id)));
  mount(app, invoices.add, (input, { transact }) =>
    transact((context) => addInvoice(context, input)),
  );
  mount(app, invoices.update, (input, { transact }) =>
    transact((context) => updateInvoice(context, input)),
  );
  mount(app, invoices.voidBatch, (input, { transact }) =>
    transact((context) => voidInvoices(context, input)),
  );
  mount(app, invoices.lastImport, (_, { read }) => read(lastImport));
  mount(app, invoices.undoImport, (input, { transact }) =>
    transact((context) => undoImport(context, input)),
  );
  mount(app, invoices.bring, (input, { transact }) =>
    transact((context) => bringInvoices(context, input)),
  );
}
