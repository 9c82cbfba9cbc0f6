import {
  MOST_BANK_ROWS,
  MOST_BILL_LINES,
  MOST_EXTERNAL_ROWS,
  MOST_INVOICES,
  bankStatements,
  freights,
  externalOrders,
  addMissingRecords,
  applySheet,
  cancelSheet,
  forgetSheetMapping,
  lastSheetImport,
  rememberSheetMapping,
  invoices,
  readSheetCells,
  readSheetHead,
  sheetFields,
  sheetIds,
  sheetImport,
  sheetImports,
  sheetMappings,
  sheetRows,
  sheetTemplate,
  undoSheet,
  wrongSheetRows,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
import { SheetJobs } from './background.ts';
import { readUploadedCells, readHead, readDocumentSheet } from './lines.ts';
import { deleteSheetMapping, listSheetMappings, saveSheetMapping } from './mappings.ts';
import { listImportFields } from './reader.ts';
import { rowsPage } from './rowsPage.ts';
import { latestImport, ownImport, toShownImport } from './sheetImport.ts';
import {
  applySheetImport,
  beginSheetImport,
  cancelSheetImport,
  chooseMissing,
  undoSheetImport,
} from './steps.ts';
import { buildSheetTemplate } from './template.ts';
import { buildWrongRows } from './wrongRows.ts';

export function sheetRoutes(app: FastifyInstance): void {
  const jobs = new SheetJobs(app.log);
  const desk = { kernel: app.kernel, jobs };
  app.addHook('onClose', () => jobs.stopAll());
  for (const sheet of sheetIds)
    mountEndpoint(app, sheetImports[sheet], (choices, call) =>
      beginSheetImport(desk, call, sheet, choices),
    );
  mountRead(app, sheetFields, (context, { sheet }) => listImportFields(context, sheet));
  mountRead(app, sheetMappings, listSheetMappings);
  mountWrite(app, rememberSheetMapping, saveSheetMapping);
  mountWrite(app, forgetSheetMapping, deleteSheetMapping);
  mountEndpoint(app, readSheetHead, (asked, call) => readHead(app.kernel, call, asked));
  mountRead(app, sheetImport, async (context, { id }) =>
    toShownImport(await ownImport(context, id), context.language),
  );
  mountRead(app, lastSheetImport, async (context, { sheet }) => {
    const row = await latestImport(context, sheet);
    return row === null ? null : toShownImport(row, context.language);
  });
  mountRead(app, sheetRows, rowsPage);
  mountEndpoint(app, addMissingRecords, (asked, call) => chooseMissing(desk, call, asked));
  mountEndpoint(app, applySheet, (asked, call) => applySheetImport(desk, call, asked));
  mountEndpoint(app, wrongSheetRows, (asked, call) => buildWrongRows(call, asked));
  mountEndpoint(app, undoSheet, ({ id }, call) => undoSheetImport(desk, call, id));
  mountEndpoint(app, cancelSheet, ({ id }, call) => cancelSheetImport(desk, call, id));
  mountEndpoint(app, readSheetCells, (asked, call) => readDocumentSheet(app.kernel, call, asked));
  mountEndpoint(app, invoices.readCells, (choice, call) =>
    readUploadedCells(app.kernel, call, { ...choice, most: MOST_INVOICES }),
  );
  mountEndpoint(app, externalOrders.readCells, (choice, call) =>
    readUploadedCells(app.kernel, call, { ...choice, most: MOST_EXTERNAL_ROWS }),
  );
  mountEndpoint(app, freights.readCells, (choice, call) =>
    readUploadedCells(app.kernel, call, { ...choice, most: MOST_BILL_LINES }),
  );
  mountEndpoint(app, bankStatements.readCells, (choice, call) =>
    readUploadedCells(app.kernel, call, { ...choice, most: MOST_BANK_ROWS }),
  );
  mountEndpoint(app, sheetTemplate, (asked, call) => buildSheetTemplate(call, asked));
}
