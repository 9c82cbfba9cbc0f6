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
import { mount } from '../../kernel/index.ts';
import { goodsOnLabels } from './labelGoods.ts';
import { addTemplate, changeTemplate, labelled, removeTemplate, templates } from './labels.ts';
import { keepLogo, logoOf } from './logo.ts';
import { printed, toPrint } from './printing.ts';
import { kindIn, keepTemplate, resetTemplate, templatesOf } from './templates.ts';

export function printRoutes(app: FastifyInstance): void {
  mount(app, documentsToPrint, (input, { read }) => read((context) => toPrint(context, input)));
  mount(app, recordPrinting, (input, { transact }) =>
    transact((context) => printed(context, input)),
  );
  mount(app, printTemplates, ({ kind }, { read }) =>
    read(async (context) => ({
      templates: await templatesOf(context, kindIn(kind)),
      logo: await logoOf(context),
    })),
  );
  mount(app, updatePrintTemplate, (input, { transact }) =>
    transact((context) => keepTemplate(context, input)),
  );
  mount(app, resetPrintTemplate, (input, { transact }) =>
    transact((context) => resetTemplate(context, input)),
  );
  mount(app, updatePrintLogo, ({ logo }, { transact }) =>
    transact((context) => keepLogo(context, logo)),
  );
  mount(app, labelTemplates, (_, { read }) => read((context) => templates(context)));
  mount(app, addLabelTemplate, (input, { transact }) =>
    transact((context) => addTemplate(context, input)),
  );
  mount(app, updateLabelTemplate, (input, { transact }) =>
    transact((context) => changeTemplate(context, input)),
  );
  mount(app, deleteLabelTemplate, ({ id }, { transact }) =>
    transact((context) => removeTemplate(context, id)),
  );
  mount(app, labelGoods, (input, { read }) => read((context) => goodsOnLabels(context, input)));
  mount(app, recordLabels, (input, { transact }) =>
    transact(async (context) => labelled(context, input)),
  );
}
