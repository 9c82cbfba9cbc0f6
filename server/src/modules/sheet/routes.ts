import {
  MOST_BANK_ROWS,
  MOST_BILL_LINES,
  MOST_EXTERNAL_ROWS,
  MOST_INVOICES,
  bankStatements,
  freights,
  externalOrders,
  applySheet,
  cancelSheet,
  lastSheetImport,
  invoices,
  readSheetCells,
  sheetIds,
  sheetImport,
  sheetImports,
  sheetRows,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kernel/index.ts';
import { SheetJobs } from './background.ts';
import { readCells, readLines } from './lines.ts';
import { rowsPage } from './rowsPage.ts';
import { latestImport, ownImport, shownImport } from './sheetImport.ts';
import { apply, begin, cancel, undo } from './steps.ts';
import { template } from './template.ts';

export function sheetRoutes(app: FastifyInstance): void {
  const jobs = new SheetJobs(app.log);
  const desk = { kernel: app.kernel, jobs };
  app.addHook('onClose', () => jobs.stopAll());
  for (const sheet of sheetIds)
    mount(app, sheetImports[sheet], (_, call) => begin(desk, call, sheet));
  mount(app, sheetImport, ({ id }, call) =>
    call.read(async (context) => shownImport(await ownImport(context, id), call.language)),
  );
  mount(app, lastSheetImport, ({ sheet }, call) =>
    call.read(async (context) => {
      const row = await latestImport(context, sheet);
      return row === null ? null : shownImport(row, call.language);
    }),
  );
  mount(app, sheetRows, (asked, call) => call.read((context) => rowsPage(context, asked)));
  mount(app, applySheet, ({ id }, call) => apply(desk, call, id));
  mount(app, undoSheet, ({ id }, call) => undo(desk, call, id));
  mount(app, cancelSheet, ({ id }, call) => cancel(desk, call, id));
  mount(app, readSheetCells, (asked, call) => readLines(app.kernel, call, asked));
  mount(app, invoices.readCells, (_, call) => readCells(app.kernel, call, MOST_INVOICES));
  mount(app, externalOrders.readCells, (_, call) =>
    readCells(app.kernel, call, MOST_EXTERNAL_ROWS),
  );
  mount(app, freights.readCells, (_, call) => readCells(app.kernel, call, MOST_BILL_LINES));
  mount(app, bankStatements.readCells, (_, call) => readCells(app.kernel, call, MOST_BANK_ROWS));
  mount(app, sheetTemplate, (asked, call) => template(call, asked));
}
