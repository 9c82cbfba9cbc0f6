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
  readSheetHead,
  sheetFields,
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
import { readCells, readHead, readLines } from './lines.ts';
import { fieldsOf } from './reader.ts';
import { rowsPage } from './rowsPage.ts';
import { latestImport, ownImport, shownImport } from './sheetImport.ts';
import { apply, begin, cancel, undo } from './steps.ts';
import { template } from './template.ts';

export function sheetRoutes(app: FastifyInstance): void {
  const jobs = new SheetJobs(app.log);
  const desk = { kernel: app.kernel, jobs };
  app.addHook('onClose', () => jobs.stopAll());
  for (const sheet of sheetIds)
    mount(app, sheetImports[sheet], (choices, call) => begin(desk, call, sheet, choices));
  mount(app, sheetFields, ({ sheet }, call) => call.read((context) => fieldsOf(context, sheet)));
  mount(app, readSheetHead, (asked, call) => readHead(app.kernel, call, asked));
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
  mount(app, invoices.readCells, (choice, call) =>
    readCells(app.kernel, call, { ...choice, most: MOST_INVOICES }),
  );
  mount(app, externalOrders.readCells, (choice, call) =>
    readCells(app.kernel, call, { ...choice, most: MOST_EXTERNAL_ROWS }),
  );
  mount(app, freights.readCells, (choice, call) =>
    readCells(app.kernel, call, { ...choice, most: MOST_BILL_LINES }),
  );
  mount(app, bankStatements.readCells, (choice, call) =>
    readCells(app.kernel, call, { ...choice, most: MOST_BANK_ROWS }),
  );
  mount(app, sheetTemplate, (asked, call) => template(call, asked));
}
