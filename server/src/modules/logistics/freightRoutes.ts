import { freights } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountTable } from '../../kernel/index.ts';
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

/** The calls of what carriers take, bill and are paid. */
export function freightRoutes(app: FastifyInstance): void {
  mountTable(app, freightRows);
  mountTable(app, freightMonthRows);
  mount(app, freights.infoCall, ({ id }, { read }) => read((context) => freightInfo(context, id)));
  mount(app, freights.add, (input, { transact }) =>
    transact((context) => addFreight(context, input)),
  );
  mount(app, freights.update, (input, { transact }) =>
    transact((context) => updateFreight(context, input)),
  );
  mount(app, freights.removeBatch, (input, { transact }) =>
    transact((context) => removeFreight(context, input)),
  );
  mount(app, freights.previewBill, (input, { read }) =>
    read((context) => previewBill(context, input)),
  );
  mount(app, freights.takeBill, (input, { transact }) =>
    transact((context) => takeBill(context, input)),
  );
  mount(app, freights.confirm, (input, { transact }) =>
    transact((context) => confirmFreight(context, input)),
  );
  mount(app, freights.unconfirm, (input, { transact }) =>
    transact((context) => unconfirmFreight(context, input)),
  );
  mount(app, freights.pay, (input, { transact }) =>
    transact((context) => payFreight(context, input)),
  );
}
