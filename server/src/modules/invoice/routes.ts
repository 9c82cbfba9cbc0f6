import { invoices } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
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
  mountRead(app, invoices.infoCall, (context, { id }) => invoiceInfo(context, id));
  mountRead(app, invoices.startBills, startBills);
  mountRead(app, invoices.ofBill, (context, { id }) => invoicesOfBill(context, id));
  mountWrite(app, invoices.add, addInvoice);
  mountWrite(app, invoices.update, updateInvoice);
  mountWrite(app, invoices.voidBatch, voidInvoices);
  mountRead(app, invoices.lastImport, readLastInvoiceImport);
  mountWrite(app, invoices.undoImport, undoImport);
  mountWrite(app, invoices.bring, bringInvoices);
}
