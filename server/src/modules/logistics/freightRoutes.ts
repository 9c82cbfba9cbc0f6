import { freights } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import {
  addFreight,
  confirmFreight,
  removeFreight,
  unconfirmFreight,
  updateFreight,
} from './freight.ts';
import { previewBill, takeBill } from './freightBill.ts';
import { payFreight } from './freightPay.ts';
import { freightInfo, freightMonthRows, freightRows } from './freightRows.ts';

/** Mounts the routes of freight, carrier bills and payments. */
export function freightRoutes(app: FastifyInstance): void {
  mountTable(app, freightRows);
  mountTable(app, freightMonthRows);
  mountEndpoint(app, freights.infoCall, ({ id }, { read }) =>
    read((context) => freightInfo(context, id)),
  );
  mountEndpoint(app, freights.add, (input, { transact }) =>
    transact((context) => addFreight(context, input)),
  );
  mountEndpoint(app, freights.update, (input, { transact }) =>
    transact((context) => updateFreight(context, input)),
  );
  mountEndpoint(app, freights.removeBatch, (input, { transact }) =>
    transact((context) => removeFreight(context, input)),
  );
  mountEndpoint(app, freights.previewBill, (input, { read }) =>
    read((context) => previewBill(context, input)),
  );
  mountEndpoint(app, freights.takeBill, (input, { transact }) =>
    transact((context) => takeBill(context, input)),
  );
  mountEndpoint(app, freights.confirm, (input, { transact }) =>
    transact((context) => confirmFreight(context, input)),
  );
  mountEndpoint(app, freights.unconfirm, (input, { transact }) =>
    transact((context) => unconfirmFreight(context, input)),
  );
  mountEndpoint(app, freights.pay, (input, { transact }) =>
    transact((context) => payFreight(context, input)),
  );
}
