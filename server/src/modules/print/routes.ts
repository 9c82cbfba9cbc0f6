import {
  addLabelTemplate,
  deleteLabelTemplate,
  documentsToPrint,
  labelGoods,
  labelTemplates,
  printTemplates,
  recordLabels,
  recordPrinting,
  resetPrintTemplate,
  updateLabelTemplate,
  updatePrintLogo,
  updatePrintTemplate,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { goodsOnLabels } from './labelGoods.ts';
import {
  addTemplate,
  changeTemplate,
  recordLabelPrinting,
  removeTemplate,
  listLabelTemplates,
} from './labels.ts';
import { keepLogo, logoOf } from './logo.ts';
import { recordDocumentPrinting, toPrint } from './printing.ts';
import { kindIn, keepTemplate, resetTemplate, templatesOf } from './templates.ts';

export function printRoutes(app: FastifyInstance): void {
  mountEndpoint(app, documentsToPrint, (input, { read }) =>
    read((context) => toPrint(context, input)),
  );
  mountEndpoint(app, recordPrinting, (input, { transact }) =>
    transact((context) => recordDocumentPrinting(context, input)),
  );
  mountEndpoint(app, printTemplates, ({ kind }, { read }) =>
    read(async (context) => ({
      templates: await templatesOf(context, kindIn(kind)),
      logo: await logoOf(context),
    })),
  );
  mountEndpoint(app, updatePrintTemplate, (input, { transact }) =>
    transact((context) => keepTemplate(context, input)),
  );
  mountEndpoint(app, resetPrintTemplate, (input, { transact }) =>
    transact((context) => resetTemplate(context, input)),
  );
  mountEndpoint(app, updatePrintLogo, ({ logo }, { transact }) =>
    transact((context) => keepLogo(context, logo)),
  );
  mountEndpoint(app, labelTemplates, (_, { read }) =>
    read((context) => listLabelTemplates(context)),
  );
  mountEndpoint(app, addLabelTemplate, (input, { transact }) =>
    transact((context) => addTemplate(context, input)),
  );
  mountEndpoint(app, updateLabelTemplate, (input, { transact }) =>
    transact((context) => changeTemplate(context, input)),
  );
  mountEndpoint(app, deleteLabelTemplate, ({ id }, { transact }) =>
    transact((context) => removeTemplate(context, id)),
  );
  mountEndpoint(app, labelGoods, (input, { read }) =>
    read((context) => goodsOnLabels(context, input)),
  );
  mountEndpoint(app, recordLabels, (input, { transact }) =>
    transact(async (context) => recordLabelPrinting(context, input)),
  );
}
