import { freights } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
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
  mountRead(app, freights.infoCall, (context, { id }) => freightInfo(context, id));
  mountWrite(app, freights.add, addFreight);
  mountWrite(app, freights.update, updateFreight);
  mountWrite(app, freights.removeBatch, removeFreight);
  mountRead(app, freights.previewBill, previewBill);
  mountWrite(app, freights.takeBill, takeBill);
  mountWrite(app, freights.confirm, confirmFreight);
  mountWrite(app, freights.unconfirm, unconfirmFreight);
  mountWrite(app, freights.pay, payFreight);
}
