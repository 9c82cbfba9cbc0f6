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
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
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
  mountRead(app, documentsToPrint, toPrint);
  mountWrite(app, recordPrinting, recordDocumentPrinting);
  mountRead(app, printTemplates, async (context, { kind }) => ({
    templates: await templatesOf(context, kindIn(kind)),
    logo: await logoOf(context),
  }));
  mountWrite(app, updatePrintTemplate, keepTemplate);
  mountWrite(app, resetPrintTemplate, resetTemplate);
  mountWrite(app, updatePrintLogo, (context, { logo }) => keepLogo(context, logo));
  mountRead(app, labelTemplates, listLabelTemplates);
  mountWrite(app, addLabelTemplate, addTemplate);
  mountWrite(app, updateLabelTemplate, changeTemplate);
  mountWrite(app, deleteLabelTemplate, (context, { id }) => removeTemplate(context, id));
  mountRead(app, labelGoods, goodsOnLabels);
  mountWrite(app, recordLabels, async (context, input) => recordLabelPrinting(context, input));
}
